import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { mindSpace } from '../__fixtures__/mind-space.ts'
import { changeMemory } from '../memories/change-memory.ts'
import { remember } from '../remember.ts'
import { inTransaction, openMemory } from './open-memory.ts'
import { recall } from './recall.ts'

test('what another agent keeps for itself changes nothing of an answer; what it shares is found', async () => {
  const { paths, minds } = await mindSpace('watcher', 'spy')
  await remember(minds.watcher, { text: 'Kelp grows in cold water.', topic: 'kelp' })
  const before = await recall(minds.watcher, 'kelp water password')
  for (const topic of ['kelp', 'password', 'kelp password'])
    await remember(minds.spy, { text: `The ${topic} of the spy is in kelp water.`, topic })
  expect(await recall(minds.watcher, 'kelp water password')).toEqual(before)
  const bytes = async () => await readFile(minds.watcher.database, 'latin1')
  expect(await bytes()).not.toContain('password of')
  await rm(paths.cacheDirectory, { recursive: true })
  expect(await recall(minds.watcher, 'kelp water password')).toEqual(before)
  await remember(minds.spy, { text: 'The password of the wifi is long.', topic: 'wifi', visibility: 'shared' })
  const { results } = await recall(minds.watcher, 'password')
  expect(results).toMatchObject([{ path: '0-personal/minds/_shared/wifi.md', owner: '100spy', visibility: 'shared' }])
  const file = join(minds.spy.shared, 'wifi.md')
  await writeFile(file, (await readFile(file, 'utf8')).replace('"shared"', '"private"'))
  expect(await recall(minds.watcher, 'password')).toEqual({ results: [], findings: [] })
})

test('an index that can not be written is made in memory, and a full disk is said in words', async () => {
  const { minds } = await mindSpace('watcher')
  await remember(minds.watcher, { text: 'Kelp grows in cold water.', topic: 'kelp' })
  const before = await recall(minds.watcher, 'kelp')
  await rm(minds.watcher.database)
  await mkdir(minds.watcher.database)
  expect(await recall(minds.watcher, 'kelp')).toEqual(before)
  await rm(dirname(minds.watcher.database), { recursive: true })
  await writeFile(dirname(minds.watcher.database), '')
  expect(await recall(minds.watcher, 'kelp')).toEqual(before)
  using memory = await openMemory({ database: ':memory:' })
  memory.exec('PRAGMA max_page_count = 1')
  const fill = () => memory.exec("INSERT INTO seen_files VALUES ('a', hex(zeroblob(99999)), '')")
  expect(() => inTransaction(memory, fill)).toThrow(
    expect.objectContaining({ code: 'PLATFORM_FILE_UNWRITABLE', message: expect.stringContaining('disk is full') }),
  )
})

test('what was taken back, replaced or written anew is no summary of its topic any more', async () => {
  const { paths, minds } = await mindSpace('watcher')
  const mind = minds.watcher
  const id = String((await remember(mind, { text: 'Kelp is blue.', topic: 'kelp' })).id)
  const summary = async () => (await recall(mind, 'kelp')).results[0]?.summary
  await changeMemory(paths, id, { kind: 'update', text: 'Kelp is red.' })
  expect(await summary()).toBe('Kelp is red.')
  // As an editor of Windows leaves it.
  const file = join(mind.knowledge, 'kelp.md')
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('\n', '\r\n'))
  await remember(mind, { text: 'Kelp is brown.', topic: 'kelp', supersedes: id })
  expect(await summary()).toBe('Kelp is brown.')
  const [last] = (await recall(mind, 'brown')).results.flatMap(({ points }) => points)
  await changeMemory(paths, last?.id ?? '', { kind: 'retract' })
  expect(await summary()).toBe('')
  expect(await readFile(file, 'utf8')).toContain('## Summary\n\n\n\n## Key Points'.replaceAll('\n', '\r\n'))
})

test('damage in files of others is theirs to hear of', async () => {
  const { minds } = await mindSpace('watcher', 'spy')
  await remember(minds.spy, { text: 'A secret.', topic: 'secret plan', visibility: 'public' })
  const file = join(minds.spy.shared, 'secret-plan.md')
  await writeFile(file, '---\nowner_uid: [\n---\n')
  await mkdir(minds.spy.knowledge, { recursive: true })
  await writeFile(join(minds.spy.knowledge, 'private.md'), '---\nowner_uid: [\n---\n')
  const unreadable = { code: 'COGNITION_SHARED_UNREADABLE' }
  const heard = await recall(minds.watcher, 'secret')
  expect(heard).toMatchObject({ results: [], findings: [unreadable] })
  expect(JSON.stringify(heard)).not.toContain('plan')
  expect((await recall(minds.spy, 'secret')).findings).toMatchObject([
    { code: 'COGNITION_SHARED_UNREADABLE' },
    { code: 'COGNITION_KNOWLEDGE_INVALID' },
  ])
})

test('who may read is part of the statement, before its limit', async () => {
  const { minds } = await mindSpace('watcher')
  await remember(minds.watcher, { text: 'Kelp is brown.', topic: 'kelp' })
  using memory = await openMemory(minds.watcher)
  memory.exec("UPDATE knowledge_files SET owner_uid = 'somebody'")
  const { searchMemory } = await import('./search-memory.ts')
  expect(searchMemory(memory, { reader: '100watcher', query: 'kelp', top: 1 })).toEqual([])
  expect(searchMemory(memory, { reader: 'somebody', query: 'kelp', top: 1 })).toHaveLength(1)
})

test('a word that thousands of files have is left out beside a rarer one, and still found alone', async () => {
  const { minds } = await mindSpace('watcher')
  await remember(minds.watcher, { text: 'Kelp is brown water.', topic: 'kelp' })
  using memory = await openMemory(minds.watcher)
  const { searchMemory } = await import('./search-memory.ts')
  memory.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5001)
    INSERT INTO knowledge_files (path, title, tags, summary, content, owner_uid, last_writer_uid, visibility, created_at,
      updated_at, content_hash, pin, read_only)
    SELECT 'knowledge/w' || i || '.md', 'w', '', '', 'water', '100watcher', '100watcher', 'private', '', '', '', '', 0 FROM n`)
  const asked = (query: string) => searchMemory(memory, { reader: '100watcher', query, top: 10 })
  expect(asked('water kelp').map(({ title }) => title)).toEqual(['kelp'])
  expect(asked('water')).toHaveLength(10)
})

test.each([
  'kelp"',
  '"',
  'kelp AND NOT',
  'title:kelp*',
  'NEAR(kelp brown)',
  "kelp'; DROP TABLE knowledge_files;",
  '^kelp',
  '-kelp',
  '((',
])('signs of a query language mean nothing: %j', async (query) => {
  const { minds } = await mindSpace('watcher')
  await remember(minds.watcher, { text: 'Kelp is brown.', topic: 'kelp' })
  expect((await recall(minds.watcher, query)).results).toHaveLength(query.includes('kelp') ? 1 : 0)
})

test('words are found without accents and case, and in scripts that have no spaces', async () => {
  const { minds } = await mindSpace('watcher')
  await remember(minds.watcher, { text: 'The Café in Zürich shuts early.', topic: 'cafe' })
  await remember(minds.watcher, { text: '東京都の天気は晴れです。', topic: '天気予報' })
  const topics = async (query: string) =>
    (await recall(minds.watcher, query)).results.map(({ path }) => path.split('/').at(-1))
  expect(await topics('CAFE zurich')).toEqual(['cafe.md'])
  expect(await topics('京都の天気')).toEqual(['天気予報.md'])
  expect(await topics('晴れ')).toEqual(['天気予報.md'])
  expect(await topics('大阪')).toEqual([])
})

test('a file that was renamed or removed is so at the next question', async () => {
  const { minds } = await mindSpace('watcher')
  await remember(minds.watcher, { text: 'Kelp is brown.', topic: 'kelp' })
  const [old, renamed] = [join(minds.watcher.knowledge, 'kelp.md'), join(minds.watcher.knowledge, 'algae.md')]
  await rename(old, renamed)
  expect((await recall(minds.watcher, 'kelp')).results.map(({ path }) => path.split('/').at(-1))).toEqual(['algae.md'])
  await rm(renamed)
  expect((await recall(minds.watcher, 'kelp')).results).toEqual([])
})
