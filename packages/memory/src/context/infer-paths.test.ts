import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memorySpace } from '../sessions/__fixtures__/memory-space.ts'
import { inferPaths } from './infer-paths.ts'

test('names files, folders and locations that the task speaks of and that exist', async () => {
  const paths = await memorySpace()
  await mkdir(join(paths.root, '0-personal/org'), { recursive: true })
  for (const file of ['README.md', '0-personal/org/next_actions.org']) await writeFile(join(paths.root, file), '')
  const locations = {
    next_actions: '0-personal/org/next_actions.org',
    journals: '0-personal/journals',
    inbox: '0-personal/org/inbox.org',
  }
  const task =
    'Move the next actions and the inbox into 0-personal/org, README.md and ../../etc/passwd and no/where.md.'
  const found = await inferPaths(paths, { task, locations })
  expect(found.map(({ origin, provenance }) => [origin, provenance.because])).toEqual([
    ['0-personal/org', 'the task names it'],
    ['README.md', 'the task names it'],
    ['0-personal/org/next_actions.org', 'the task speaks of next actions'],
  ])
})
