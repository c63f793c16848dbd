import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { memorySpace, openNotes } from '../memories/__fixtures__/memory-space.ts'
import { spaceVersions } from './note-versions.ts'

test('the version of the index changes with every write and with no read', async () => {
  const paths = await memorySpace()
  const { index } = spaceVersions(paths)
  const before = await index()
  const collection = await openNotes(paths)
  await collection.upsert([{ id: 'a.md#0', text: 'tides', hash: 'h', fields: {} }])
  const written = await index()
  expect(written).not.toBe(before)
  const reader = await openNotes(paths)
  await reader.searchText('tides')
  const [vector] = await createHashEmbedder().embed(['tides'])
  await reader.searchVector(vector ?? new Float32Array())
  expect(await index()).toBe(written)
  await reader.delete(['a.md#0'])
  const deleted = await index()
  expect(deleted).not.toBe(written)
  const logs = join(paths.root, '0-personal/minds/writer/logs')
  await mkdir(logs, { recursive: true })
  const made = await index()
  expect(made).not.toBe(deleted)
  await writeFile(join(logs, '2026-01-05.md'), 'In the log only.')
  expect(await index()).not.toBe(made)
})

test('the version of a note is that of its content; what is gone or outside has none', async () => {
  const paths = await memorySpace()
  const { notes } = spaceVersions(paths)
  await writeFile(join(paths.root, 'a.md'), 'one')
  const one = await notes(['a.md', 'gone.md', '../secret.md'])
  expect([...one.keys()]).toEqual(['a.md'])
  await writeFile(join(paths.root, 'a.md'), 'two')
  expect((await notes(['a.md'])).get('a.md')).not.toBe(one.get('a.md'))
  await writeFile(join(paths.root, 'a.md'), 'one')
  expect(await notes(['a.md'])).toEqual(one)
  await truncate(join(paths.root, 'a.md'), 6_000_000)
  expect((await notes(['a.md'])).get('a.md')).toMatch(/^\d+-\d+-6000000$/)
})
