import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { undoWrites } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { logSpace } from '../../log/__fixtures__/log-space.ts'
import { journalChanges } from './former-contents.ts'

test.each([
  ['files', { mostFiles: 2 }],
  ['bytes', { mostBytes: 2 }],
])('of what a run made no more than so many %s are looked at, and the rest is said to last', async (_, bound) => {
  const paths = await logSpace()
  const files = ['a.md', 'b.md', 'c.md'].map((path) => ({ path, change: 'created' as const }))
  for (const { path } of files) await writeFile(join(paths.root, path), '1')
  const kept = await journalChanges(paths, { id: 'exec_1', files, former: new Map(), ...bound })
  expect(kept).toEqual({ undo: 'exec_1', unkept: ['c.md'] })
  expect(await undoWrites('exec_1', { root: paths.root })).toMatchObject({ removed: ['b.md', 'a.md'], kept: [] })
})

test('where the journal can not be written, all that changed is said to last', async () => {
  const paths = await logSpace()
  await mkdir(paths.stateDirectory, { recursive: true })
  // A file is in the place of its folder.
  await writeFile(join(paths.stateDirectory, 'writes'), '')
  await writeFile(join(paths.root, 'a.md'), '1')
  const files = [{ path: 'a.md', change: 'created' as const }]
  expect(await journalChanges(paths, { id: 'exec_1', files, former: new Map() })).toEqual({ unkept: ['a.md'] })
  const named = await journalChanges(paths, { id: 'no name: of a run', files, former: new Map() })
  expect(named).toEqual({ unkept: ['a.md'] })
})
