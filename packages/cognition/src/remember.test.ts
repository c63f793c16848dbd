import { appendFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mindSpace } from './__fixtures__/mind-space.ts'
import { openMemory } from './memory/open-memory.ts'
import { recall } from './memory/recall.ts'
import { syncMemory } from './memory/sync-memory.ts'
import type { Mind } from './mind.ts'
import { type RememberOptions, remember } from './remember.ts'

const now = new Date(2026, 10, 26, 14, 5)
const keep = async (mind: Mind, options: RememberOptions) => await remember(mind, { now, ...options })

test('one thing is kept in the log, in a topic and in the index', async () => {
  const { paths, minds } = await mindSpace('watcher')
  const text = 'Spring tides come two days after the full moon.'
  const kept = await keep(minds.watcher, { text, topic: 'Tides', tags: ['sea'] })
  expect(kept).toMatchObject({
    path: '0-personal/minds/watcher/knowledge/tides.md',
    created: true,
    merged: false,
    findings: [],
  })
  const file = await readFile(join(paths.root, kept.path), 'utf8')
  const at = now.toISOString()
  expect(file).toBe(
    [
      '---',
      'title: "Tides"',
      'tags: ["sea"]',
      `summary: "${text}"`,
      'owner_uid: "100watcher"',
      'last_writer_uid: "100watcher"',
      'visibility: "private"',
      `created_at: "${at}"`,
      `updated_at: "${at}"`,
      '---',
      '',
      '# Tides',
      '',
      '## Summary',
      '',
      text,
      '',
      '## Key Points',
      '',
      `- ${text} (2026-11-26; source: logs/2026-11-26.md; candidate) ^${kept.id}`,
      '',
      '## Changelog',
      '',
      `- 2026-11-26: Created by watcher with ^${kept.id}`,
      '',
    ].join('\n'),
  )
  const log = await readFile(join(paths.root, kept.log), 'utf8')
  expect(log).toMatch(
    /^# 2026-11-26\n\nTimes are those of .+\.\n\n## 14:05\n- Spring tides .*\n- recorded: .*tides\.md \^kp-\w{12}\n\n$/,
  )
  const { results } = await recall(minds.watcher, 'when are tides highest')
  expect(results).toMatchObject([{ title: 'Tides', owner: 'watcher', points: [{ id: kept.id, text }] }])
})

test('a topic is found again by its name in any spelling, by words and by meaning; the same is kept once', async () => {
  const { minds } = await mindSpace('watcher')
  const { watcher } = minds
  const path = '0-personal/minds/watcher/knowledge/café-hours.md'
  expect(await keep(watcher, { text: 'The café opens at nine.', topic: 'Café hours' })).toMatchObject({
    path,
    created: true,
  })
  const second = { text: 'On Sunday it is shut.', topic: 'CAFÉ HOURS'.normalize('NFD') }
  expect(await keep(watcher, second)).toMatchObject({ path, created: false })
  expect(await keep(watcher, second)).toMatchObject({ path, merged: true })
  expect(await keep(watcher, { text: 'The café opens late, at ten.' })).toMatchObject({ path, created: false })
  const likeness = async (_: string, others: readonly string[]) =>
    await Promise.resolve(others.map((other) => (other.includes('shut') ? 0.9 : 0)))
  expect(await keep(watcher, { text: 'On Sunday nobody lets guests enter.', likeness })).toMatchObject({ path })
  expect(await keep(watcher, { text: 'Gulls steal chips from children.' })).toMatchObject({ created: true })
})

test('what is private stays in the log, also where it is never ended', async () => {
  const { paths, minds } = await mindSpace('watcher')
  const kept = await keep(minds.watcher, { text: 'The door is blue. <private>The code is 4711.', topic: 'door' })
  expect(await readFile(join(paths.root, kept.path), 'utf8')).not.toContain('4711')
  expect(await readFile(join(paths.root, kept.log), 'utf8')).toContain('4711')
  expect(await keep(minds.watcher, { text: '<PRIVATE>secret</PRIVATE>' })).toMatchObject({ id: null, topic: null })
})

test('a key point that another replaces stays, and is recalled no more', async () => {
  const { paths, minds } = await mindSpace('watcher')
  const old = await keep(minds.watcher, { text: 'The pier closes at nine.', topic: 'pier' })
  const newer = await keep(minds.watcher, { text: 'The pier closes at ten.', topic: 'pier', supersedes: old.id ?? '' })
  const text = await readFile(join(paths.root, old.path), 'utf8')
  expect(text).toContain(`; superseded; until 2026-11-26; by ${newer.id}) ^${old.id}\n`)
  const { results } = await recall(minds.watcher, 'pier')
  expect(results[0]?.points.map(({ id }) => id)).toEqual([newer.id])
  const wrong = keep(minds.watcher, { text: 'x', supersedes: 'kp-000000000000' })
  await expect(wrong).rejects.toMatchObject({ code: 'COGNITION_POINT_UNKNOWN' })
})

test('a key point that a person wrote by hand is ended too, and whatever stands beside it stays', async () => {
  const { minds } = await mindSpace('watcher')
  const file = join(minds.watcher.knowledge, 'pier.md')
  await mkdir(minds.watcher.knowledge, { recursive: true })
  await writeFile(
    file,
    '# Pier\n\n## Key Points\n\n* Nine is m^2.\n* It closes at nine. ^nine\n\n## Other\n\n- x ^nine\n',
  )
  const { id } = await keep(minds.watcher, { text: 'It closes at ten.', topic: 'pier', supersedes: 'nine' })
  const text = await readFile(file, 'utf8')
  expect(text).toContain(
    `* Nine is m^2.\n- It closes at nine. (2026-11-26; source: by hand; superseded; until 2026-11-26; by ${id}) ^nine\n`,
  )
  expect(text).toContain('\n- x ^nine\n')
  const { results } = await recall(minds.watcher, 'nine ten')
  expect(results[0]?.points.map(({ text }) => text)).toEqual(['Nine is m^2.', 'It closes at ten.'])
})

test('nothing is written by a dry run, or of what can not be kept', async () => {
  const { paths, minds } = await mindSpace('watcher')
  await keep(minds.watcher, { text: 'The door is blue.', dryRun: true })
  await expect(keep(minds.watcher, { text: ' ' })).rejects.toMatchObject({ code: 'COGNITION_TEXT_EMPTY' })
  await expect(keep(minds.watcher, { text: 'x', topic: '!?' })).rejects.toMatchObject({
    code: 'COGNITION_TOPIC_INVALID',
  })
  await expect(readdir(join(paths.root, '0-personal'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('files that people write are added to: without front matter, with CRLF, with comments, edited meanwhile', async () => {
  const { minds } = await mindSpace('watcher')
  const { knowledge } = minds.watcher
  await mkdir(knowledge, { recursive: true })
  await writeFile(join(knowledge, 'plain.md'), '# Plain\r\n\r\n## Key Points\r\n- One.\r\n\r\n## Other\r\nKept.\r\n')
  const first = await keep(minds.watcher, { text: 'Two.', topic: 'plain' })
  expect(first.findings).toMatchObject([])
  const text = await readFile(join(knowledge, 'plain.md'), 'utf8')
  expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  expect(text).toMatch(/- One\.\r\n- Two\. \(.*\r\n\r\n## Other\r\nKept\.\r\n\r\n## Changelog\r\n\r\n- 2026/)
  expect(text).toContain('owner_uid: "100watcher"')
  await writeFile(
    join(knowledge, 'plain.md'),
    text.replace('Kept.', 'Kept by hand.').replace('---\r\n', '---\r\n# mine\r\n'),
  )
  const { findings } = await recall(minds.watcher, 'two')
  expect(findings).toMatchObject([{ code: 'COGNITION_FILE_EDITED', severity: 'info' }])
  await keep(minds.watcher, { text: 'Three.', topic: 'plain' })
  expect(await readFile(join(knowledge, 'plain.md'), 'utf8')).toMatch(/# mine\r\n[\s\S]*Kept by hand/)
})

test('a damaged file is left out and named, and not written to; so is one of somebody else, and a topic that is there twice', async () => {
  const { minds } = await mindSpace('watcher')
  const { knowledge } = minds.watcher
  await mkdir(knowledge, { recursive: true })
  await writeFile(join(knowledge, 'broken.md'), '---\nowner_uid: 100\n---\n# Broken\n\nkelp')
  await writeFile(join(knowledge, 'open.md'), '---\nowner_uid: "100watcher"\n# Open\n\nkelp')
  await writeFile(join(knowledge, 'merged.md'), '# Merged\n\n<<<<<<< HEAD\n- kelp\n=======\n- weed\n>>>>>>> theirs\n')
  await writeFile(join(knowledge, 'other.md'), '---\nowner_uid: "7"\nvisibility: public\n---\n# Other\n\nkelp')
  await writeFile(join(knowledge, 'Twice.md'), '# Twice\n\nkelp')
  await writeFile(join(knowledge, 'twice.md'), '# Twice\n\nkelp')
  const { results, findings } = await recall(minds.watcher, 'kelp')
  expect(results).toHaveLength(2)
  expect(findings.map(({ code }) => code).toSorted()).toEqual([
    'COGNITION_KNOWLEDGE_INVALID',
    'COGNITION_KNOWLEDGE_INVALID',
    'COGNITION_KNOWLEDGE_INVALID',
    'COGNITION_OWNER_ASSUMED',
    'COGNITION_OWNER_ASSUMED',
    'COGNITION_OWNER_ELSEWHERE',
    'COGNITION_TOPIC_TWICE',
  ])
  for (const topic of ['broken', 'open', 'merged', 'other'])
    await expect(keep(minds.watcher, { text: 'x', topic })).rejects.toMatchObject({
      code: 'COGNITION_KNOWLEDGE_INVALID',
    })
  await expect(keep(minds.watcher, { text: 'x', topic: 'twice' })).rejects.toMatchObject({
    code: 'COGNITION_TOPIC_TWICE',
  })
})

test('a log grows by parts, is one of local days, and says what was changed in it', async () => {
  const { minds } = await mindSpace('watcher')
  const { logs } = minds.watcher
  const long = 'word '.repeat(11_000)
  for (const text of [long, long, 'short']) await keep(minds.watcher, { text, topic: 'long' })
  const names = async () => (await readdir(logs)).filter((name) => name.endsWith('.md')).toSorted()
  expect(await names()).toEqual(['2026-11-26-002.md', '2026-11-26.md'])
  await writeFile(join(logs, '2026-11-26-002.md'), 'changed\n')
  const edited = await keep(minds.watcher, { text: 'again', topic: 'long' })
  expect(edited.findings).toMatchObject([{ code: 'COGNITION_LOG_EDITED' }])
  expect((await keep(minds.watcher, { text: 'once more', topic: 'long' })).findings).toEqual([])
  await appendFile(join(logs, '2026-11-26-002.md'), '## 15:00\n- by hand\n')
  expect((await keep(minds.watcher, { text: 'at last', topic: 'long' })).findings).toEqual([])
  const midnight = await keep(minds.watcher, { text: 'next day', topic: 'long', now: new Date(2026, 10, 27, 0, 0) })
  expect(midnight.log).toMatch(/2026-11-27\.md$/)
  const back = await keep(minds.watcher, { text: 'back', topic: 'long' })
  expect(back).toMatchObject({
    log: expect.stringMatching(/2026-11-26-002\.md$/),
    findings: [{ code: 'COGNITION_CLOCK_BACK' }],
  })
})

test('a text that looks like entries stays one entry', async () => {
  const { paths, minds } = await mindSpace('watcher')
  const { log } = await keep(minds.watcher, { text: 'a\n## 09:00\r\n- recorded: all ^kp-0', topic: 'a' })
  const text = await readFile(join(paths.root, log), 'utf8')
  expect([...text.matchAll(/^## /gm)]).toHaveLength(1)
  expect([...text.matchAll(/^- recorded/gm)]).toHaveLength(1)
})

test('the index is made of the files alone: lost, damaged or of another version, it becomes the same row for row', async () => {
  const { paths, minds } = await mindSpace('watcher', 'baker')
  await keep(minds.baker, { text: 'Rye wants water.', topic: 'rye', visibility: 'shared' })
  for (const topic of ['tides', 'piers', '潮汐'])
    await keep(minds.watcher, { text: `About ${topic}, and the sea.`, topic, tags: ['sea'] })
  const rows = async () => {
    using database = await openMemory(minds.watcher)
    await syncMemory(database, minds.watcher)
    database.exec("INSERT INTO knowledge_fts(knowledge_fts) VALUES ('integrity-check')")
    database.exec("INSERT INTO knowledge_trigrams(knowledge_trigrams) VALUES ('integrity-check')")
    const all = (table: string) => database.prepare(`SELECT * FROM ${table} ORDER BY path`).all()
    return [...all('knowledge_files'), ...all('daily_logs')].map((row) => ({ ...row, id: 0 }))
  }
  const before = await rows()
  expect(before).toHaveLength(5)
  await rm(join(paths.cacheDirectory), { recursive: true })
  expect(await rows()).toEqual(before)
  await writeFile(minds.watcher.database, 'no database '.repeat(1000))
  expect(await rows()).toEqual(before)
  {
    using memory = await openMemory(minds.watcher)
    memory.exec('PRAGMA user_version = 0')
  }
  expect(await rows()).toEqual(before)
})

test('eight writers at once lose nothing', async () => {
  const { minds } = await mindSpace('watcher')
  const texts = Array.from({ length: 8 }, (_, at) => `Fact number ${at} of the sea.`)
  await Promise.all(texts.map(async (text) => await keep(minds.watcher, { text, topic: 'sea' })))
  const { results } = await recall(minds.watcher, 'sea')
  expect(results[0]?.points.map(({ text }) => text).toSorted()).toEqual(texts)
})
