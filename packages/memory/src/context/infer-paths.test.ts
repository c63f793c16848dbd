import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allowAll, openSpaceReader } from './space-reader.ts'
import { memorySpace } from '../memories/__fixtures__/memory-space.ts'
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
  const { found, leftOut } = await inferPaths(await openSpaceReader(paths, allowAll), { task, locations })
  expect(found.map(({ origin, provenance }) => [origin, provenance.because])).toEqual([
    ['0-personal/org', 'the task names it'],
    ['README.md', 'the task names it'],
    ['0-personal/org/next_actions.org', 'the task speaks of next actions'],
  ])
  // What only looks like a path is none; what the registry names and the task means should be there.
  expect(leftOut).toEqual([
    { origin: '../../etc/passwd', reason: 'it leads out of the space' },
    { origin: '0-personal/org/inbox.org', reason: 'it does not exist' },
  ])
})

test('paths are read in any script', async () => {
  const paths = await memorySpace()
  await mkdir(join(paths.root, 'टिप्पणी'), { recursive: true })
  for (const file of ['टिप्पणी/प्रश्न.md', 'บันทึก.md']) await writeFile(join(paths.root, file), '')
  const task = 'टिप्पणी/प्रश्न.md और บันทึก.md पढ़ो'
  const { found } = await inferPaths(await openSpaceReader(paths, allowAll), { task, locations: {} })
  expect(found.map(({ origin }) => origin)).toEqual(['टिप्पणी/प्रश्न.md', 'บันทึก.md'])
})

test('patterns of the entry name paths, locations by name, or locations by a folder of theirs', async () => {
  const paths = await memorySpace()
  for (const folder of ['0-personal/3-knowledge/zettel', '0-personal/journal', 'brand'])
    await mkdir(join(paths.root, folder), { recursive: true })
  const locations = { zettel: '0-personal/3-knowledge/zettel', journals: '0-personal/journal', env: '.datacore/env' }
  const patterns = ['knowledge directories', 'the journal', 'brand/', 'voice of the brand', 'env', './brand/none']
  const { found, leftOut } = await inferPaths(await openSpaceReader(paths, allowAll), {
    task: '',
    locations,
    patterns,
  })
  expect(found.map(({ origin }) => origin)).toEqual(['0-personal/3-knowledge/zettel', '0-personal/journal'])
  expect(leftOut.map(({ origin }) => origin)).toEqual([
    'infers: brand/',
    'infers: voice of the brand',
    '.datacore/env',
    './brand/none',
  ])
})

test('of very many places the first twelve are named, the others are left out', async () => {
  const paths = await memorySpace()
  const names = Array.from({ length: 14 }, (_, index) => `n${index}.md`)
  for (const name of names) await writeFile(join(paths.root, name), '')
  const { found, leftOut } = await inferPaths(await openSpaceReader(paths, allowAll), {
    task: names.join(' '),
    locations: {},
  })
  expect(found).toHaveLength(12)
  expect(leftOut.map(({ origin }) => origin)).toEqual(['n12.md', 'n13.md'])
})

test('of a place that may not be named the same is said whether or not anything lies there', async () => {
  const paths = await memorySpace()
  await mkdir(join(paths.root, 'journal'), { recursive: true })
  await writeFile(join(paths.root, 'journal/divorce.md'), '')
  const path = (asked: string): string | undefined => (asked.startsWith('journal') ? 'its level is private' : undefined)
  const reader = await openSpaceReader(paths, { ...allowAll, path })
  const hidden = [
    'journal/divorce.md',
    'journal/wedding.md',
    'journal/divorce.md/a.md',
    `journal/${'a'.repeat(300)}.md`,
  ]
  const outside = ['../../etc/passwd', '../../etc/nobody']
  const task = [...hidden, ...outside].join(' ')
  const { found, leftOut } = await inferPaths(reader, { task, locations: {} })
  expect(found).toEqual([])
  expect(leftOut).toEqual([
    ...hidden.map((origin) => ({ origin, reason: 'its level is private' })),
    ...outside.map((origin) => ({ origin, reason: 'it leads out of the space' })),
  ])
})

test('a path is read behind long runs of letters', async () => {
  const paths = await memorySpace()
  await writeFile(join(paths.root, 'a.md'), '')
  const reader = await openSpaceReader(paths, allowAll)
  const task = `${'a-b_'.repeat(20_000)} ${'q'.repeat(50_000)} b.a.md`
  const { found } = await inferPaths(reader, { task, locations: {} })
  expect(found.map(({ origin }) => origin)).toEqual(['a.md'])
})
