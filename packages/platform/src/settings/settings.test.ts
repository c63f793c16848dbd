import { mkdir, writeFile } from 'node:fs/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { readSettings } from './settings.ts'
import { type SpacePaths, spacePaths } from '../space/space-paths.ts'
import { ownPaths } from '../trust/space-trust.ts'

beforeEach(() => void vi.stubEnv('DATACORTEX_PATIENCE', ''))

async function spaceWith(settings?: string, local?: string): Promise<SpacePaths> {
  const paths = ownPaths(spacePaths(await temporaryFolder()))
  await mkdir(paths.datacore)
  if (settings !== undefined) await writeFile(paths.settingsFile, settings)
  if (local !== undefined) await writeFile(paths.settingsLocalFile, local)
  return paths
}

const defaults = {
  embeddings: { model: 'default' },
  agents: { disabled: [] },
  find: { min_score: 0.4, judge_ms: 20_000 },
  index: { ignore: [], obsidian_exclusions: true },
  context: { budget: 50_000, documents: ['.datacore/dips'], specs: ['.datacore/specs', 'specs', 'docs'] },
  privacy: {
    levels: ['public', 'internal', 'private', 'secret'],
    default: 'internal',
    paths: {},
    agents: { default: 'internal', named: {} },
  },
  runners: { agents: {}, named: {} },
  plugins: {},
  minds: {
    discovery: { cards: [], handshakes: false, ttl_hours: 24 },
    reflect_after_run: false,
    reflect_at: 0,
  },
  network: { allow_private: [], per_host_per_minute: 60, web_sources: true },
  nostr: { relays: [], deadline_ms: 5000 },
  ingest: {
    content_reader: 'webfetch',
    readers: [],
    text: 'beside',
    zettels: 30,
    max_bytes: 200_000_000,
    timeout_ms: 60_000,
    memory_mb: 1024,
  },
  search: { timeout_ms: 5000 },
  notes: { obeyed: [] },
  directories: { deadline_ms: 8000, max_age_hours: 6, trust: {} },
  serve: {},
  chain: { rpc: {} },
  research: {
    podcast: {},
    max_sources_per_night: 20,
    relevance_threshold: 0.6,
    budget: { usd: 1, calls: 200, minutes: 30 },
    deny_domains: [],
    allow_domains: [],
  },
  sync: { token: 'SYNC_TOKEN', deadline_ms: 5000 },
  nightshift: {
    files: ['next_actions.org', 'ai.org', 'nightshift.org', 'research_learning.org'],
    sources: [],
    at: '02:00',
    until: '06:00',
    budget: { usd: 2, minutes: 240 },
    workers: 1,
    evaluators: [],
    quality_threshold: 0.8,
    approve: 'none',
    lease_seconds: 60,
  },
  speech: ['speech-flite', 'speech-espeak'],
  work_areas: {},
}

test.each([undefined, '', '# nothing\n', 'find:\n', 'find: {min_score: }\n'])('%j gives the defaults', async (text) => {
  expect(await readSettings(await spaceWith(text))).toEqual(defaults)
})

test.each(['privacy:\n', 'privacy:\n  paths:\n  agents:\n'])('%j is a section that is empty', async (text) => {
  expect(await readSettings(await spaceWith(text))).toEqual(defaults)
  const closed = 'privacy: {paths: {journal: private}}\n'
  expect((await readSettings(await spaceWith(closed, text))).privacy.paths).toEqual({ journal: 'private' })
})

test.each([
  ['privacy: {paths: {"0-personal/health/**": }}', 'privacy.paths.0-personal/health/**'],
  ['privacy: {agents: {writer: }}', 'privacy.agents.writer'],
  ['privacy: {agents: {default: }}', 'privacy.agents.default'],
  ['privacy: {default: }', 'privacy.default'],
  ['privacy: {levels: }', 'privacy.levels'],
])('%s: a level that was forgotten is refused, also over one of the other file', async (text, place) => {
  await expect(readSettings(await spaceWith(`${text}\n`))).rejects.toMatchObject({
    code: 'PLATFORM_SETTINGS_INVALID',
    message: expect.stringContaining(`${place}: expected `) as string,
  })
  const below = 'privacy: {paths: {"0-personal/health/**": private}, agents: {default: public, writer: public}}\n'
  const paths = await spaceWith(below, `${text}\n`)
  await expect(readSettings(paths)).rejects.toMatchObject({ details: { file: paths.settingsLocalFile } })
})

test('the local file wins key by key, foreign keys stay', async () => {
  const paths = await spaceWith(
    'embeddings: {model: a, dtype: q8}\nother: {x: 1, list: [1]}\n',
    'embeddings: {model: b}\nother: {y: 2, list: [2]}\n',
  )
  expect(await readSettings(paths)).toEqual({
    ...defaults,
    embeddings: { model: 'b', dtype: 'q8' },
    other: { x: 1, y: 2, list: [2] },
  })
})

test('a key named like a method of objects is an ordinary key', async () => {
  const paths = await spaceWith('constructor: {a: 1}\n', '__proto__: {b: 2}\nconstructor: {c: 3}\n')
  expect(Object.entries(await readSettings(paths))).toContainEqual(['constructor', { a: 1, c: 3 }])
  expect(Object.hasOwn(Object.prototype, 'b')).toBe(false)
})

test('wrong types: every issue at once, and the file that has them', async () => {
  const wrong = 'embeddings: {dtype: fp8, threads: maybe}\nfind: {min_score: 2}\n'
  const first = await spaceWith(wrong)
  await expect(readSettings(first)).rejects.toMatchObject({
    code: 'PLATFORM_SETTINGS_INVALID',
    details: { file: first.settingsFile, issues: expect.objectContaining({ length: 3 }) },
  })
  const second = await spaceWith('find: {min_score: 0.1}\n', wrong)
  await expect(readSettings(second)).rejects.toMatchObject({ details: { file: second.settingsLocalFile } })
})

test('a zone that nobody knows is refused when the settings are read, not in the night', async () => {
  await expect(readSettings(await spaceWith('nightshift: {zone: Mars/Base}\n'))).rejects.toMatchObject({
    message: expect.stringContaining('nightshift.zone: must be a time zone such as Europe/Vienna') as string,
  })
  const { nightshift } = await readSettings(await spaceWith('nightshift: {zone: Europe/Vienna}\n'))
  expect(nightshift.zone).toBe('Europe/Vienna')
})

test('broken YAML is shown as every other file of YAML, and not as a field', async () => {
  const paths = await spaceWith('find: {min_score: [}\n')
  await expect(readSettings(paths)).rejects.toMatchObject({
    code: 'PLATFORM_SETTINGS_INVALID',
    message: expect.stringMatching(/^\S+settings\.yaml:1:\d+ {2}[^\n]+\n→ 1 \| find: \{min_score: \[\}\n {2}2 \| $/),
    hint: `Correct the marked line of ${paths.settingsFile}.`,
  })
})

test('broken YAML shows the line; a list or a binary file is refused', async () => {
  await expect(readSettings(await spaceWith('find: {min_score: [}\n'))).rejects.toThrow('→ 1 | find: {min_score: [}')
  await expect(readSettings(await spaceWith('- a\n'))).rejects.toThrow('it is not a list of `key: value`')
  await expect(readSettings(await spaceWith('a: \0'))).rejects.toThrow('a binary file')
})

test('an alias inside its own anchor is shown at its line', async () => {
  const paths = await spaceWith('x: &a\n  b: *a\n')
  await expect(readSettings(paths)).rejects.toThrow(
    expect.objectContaining({
      code: 'PLATFORM_SETTINGS_INVALID',
      message: expect.stringContaining('→ 2 |   b: *a') as string,
    }),
  )
})

test('runners: what is not `default` or `agents` is the name of one', async () => {
  const paths = await spaceWith(
    'runners: {default: claude, claude: {plugin: runner-command, command: [claude, -p], timeout_ms: 5}}\n',
    'runners: {agents: {writer: here}, claude: {timeout_ms: 7}, here: {plugin: runner-openai-compatible}}\n',
  )
  expect((await readSettings(paths)).runners).toEqual({
    default: 'claude',
    agents: { writer: 'here' },
    named: {
      claude: { plugin: 'runner-command', command: ['claude', '-p'], timeout_ms: 7 },
      here: { plugin: 'runner-openai-compatible' },
    },
  })
})

test.each([
  ['runners: {a: {command: [x]}}', 'runners.a.plugin'],
  ['runners: {a: fast}', 'runners.a'],
  ['runners: {a: {plugin: p, timeout_ms: 0}}', 'runners.a.timeout_ms'],
  ['runners: {a: {plugin: p, max_attempts: 1.5}}', 'runners.a.max_attempts'],
  ['runners: {default: [a]}', 'runners.default'],
  // A timer of more than 2³¹ − 1 ms would fire at once.
  ['ingest: {timeout_ms: 3000000000}', 'ingest.timeout_ms'],
])('%s names %s', async (text, place) => {
  await expect(readSettings(await spaceWith(`${text}\n`))).rejects.toThrow(place)
})

test('private hosts are named one by one', async () => {
  const allowed = "network: {allow_private: [localhost, '127.0.0.1:8080', '[::1]:80', searx.lan]}\n"
  expect((await readSettings(await spaceWith(allowed))).network.allow_private).toHaveLength(4)
  for (const entry of [
    '*',
    '*.lan',
    '10.0.0.0/8',
    'http://127.0.0.1:80',
    '::1',
    'a b',
    'me@host',
    'host:',
    'host:99999',
  ])
    await expect(readSettings(await spaceWith(`network: {allow_private: ['${entry}']}\n`)), entry).rejects.toThrow(
      'network.allow_private.0',
    )
})

test('domains of research are told apart from what is none', async () => {
  const list = "['Example.com', 'https://www.example.org/', münchen.de]"
  const paths = await spaceWith(`research: {deny_domains: ${list}, allow_domains: ${list}}\n`)
  expect((await readSettings(paths)).research.deny_domains).toHaveLength(3)
  for (const entry of ['*.example.com', 'two words', 'example.com/path', ''])
    await expect(readSettings(await spaceWith(`research: {deny_domains: ['${entry}']}\n`)), entry).rejects.toThrow(
      'research.deny_domains.0',
    )
})

test.each([
  ['""', 'the pattern is empty'],
  ['"/"', 'the pattern is empty'],
  ['"!a"', 'takes nothing in again'],
  ['"../a"', 'leaves the space'],
  ['"C:/a"', 'relative to the space'],
])('index.ignore %s is refused', async (pattern, reason) => {
  const paths = await spaceWith(`index: {ignore: [Drafts, ${pattern}]}\n`)
  await expect(readSettings(paths)).rejects.toThrow(reason)
})
