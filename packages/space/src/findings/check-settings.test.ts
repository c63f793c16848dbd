import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings, ownPaths, spacePaths } from '@datacortex/platform'
import { expect, onTestFinished, test } from 'vitest'
import { checkSettings } from './check-settings.ts'

async function hintsFor(text: string): Promise<readonly (string | undefined)[]> {
  const root = await mkdtemp(join(tmpdir(), 'check-settings-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const paths = ownPaths(spacePaths(root))
  await mkdir(paths.datacore)
  await writeFile(paths.settingsFile, text)
  return (await checkSettings(await readSettings(paths))).map(({ subject, hint }) => `${subject} → ${hint}`)
}

test('a misspelt key is found at each level', async () => {
  expect(
    await hintsFor(
      'reserach: {x: 1}\nsearch: {timeout: 5, Timeout-ms: 5}\nresearch: {budget: {usb: 1}, podcast: {auto: true}}\nfind: {minscore: 1}\n',
    ),
  ).toEqual([
    'reserach → Did you mean research?',
    'find.minscore → Did you mean find.min_score?',
    'search.timeout → Did you mean search.timeout_ms?',
    'search.Timeout-ms → Did you mean search.timeout_ms?',
    'research.podcast.auto → Did you mean research.podcast.auto_generate?',
    'research.budget.usb → Did you mean research.budget.usd?',
  ])
})

test('settings as the README has them, and keys of other programs, are no findings', async () => {
  expect(
    await hintsFor(
      `embeddings: {model: default, dtype: q8}
find: {min_score: 0.3}
context: {budget: 1, documents: [], specs: []}
network: {allow_private: [], per_host_per_minute: 6, contact: me@here.example}
ingest: {content_reader: webfetch, readers: [], concurrency: 2, max_bytes: 2, timeout_ms: 6, memory_mb: 1024}
research: {max_sources_per_night: 2, deny_domains: [], allow_domains: []}
runners: {default: a, a: {plugin: b}}
writer: writer-chat
speech: []
work_areas: {a: b}
plugins: {a: {b: 1}}
org_mode: true
x: 1
sync: {search: true}
`,
    ),
  ).toEqual([])
})

test('also in a section of a section', async () => {
  expect(
    await hintsFor('nightshift: {budget: {usb: 1}}\nminds: {discovery: {card: []}}\nrunners: {defualt: {plugin: a}}'),
  ).toEqual([
    'nightshift.budget.usb → Did you mean nightshift.budget.usd?',
    'minds.discovery.card → Did you mean minds.discovery.cards?',
  ])
})
