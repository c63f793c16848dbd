import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownPaths, spacePaths } from '@datacortex/platform'
import { expect, onTestFinished, test } from 'vitest'
import type { SkippedFile } from '../formats/file-reading.ts'
import { collectAgents } from './collect-agents.ts'

const fixtures = fileURLToPath(new URL('../__fixtures__', import.meta.url))
const paths = ownPaths(spacePaths(`${fixtures}/claude`))
const collect = async (folder: string, format: 'auto' | 'claude' | 'skill' = 'auto') =>
  await collectAgents([`${fixtures}/${folder}`], { paths, format })

test.each([
  ['claude', ['claude chart-maker', 'claude tide-reader']],
  ['skills', ['skill pdf-forms']],
  ['copilot', ['copilot planner', 'copilot mentor']],
  ['cursor', ['cursor verifier']],
  ['codex', ['codex pr-reviewer']],
  ['gemini', ['gemini moss-reader']],
  ['opencode', ['opencode bird-watcher', 'opencode nest-builder', 'opencode egg-counter']],
  ['kiro', ['kiro pipe-layer', 'kiro pump-keeper', 'kiro well-digger']],
  ['roo', ['roo path-finder', 'roo map-drawer']],
  ['datacore', ['datacore note-writer', 'datacore scribe', 'datacore harbour-watch']],
  ['a2a', ['a2a ferry-planner-ferry.example.com', 'a2a ferry-planner-old.example.com']],
  ['marketplace', ['claude linter', 'claude formatter', 'skill fix-lint']],
])('%s gives %j', async (folder, expected) => {
  const { agents } = await collect(folder)
  expect(agents.map(({ id, entry }) => `${entry.format} ${id}`).sort()).toEqual(expected.toSorted())
})

test('all of them at once are told apart', async () => {
  const { agents } = await collect('')
  expect(new Set(agents.map(({ entry }) => entry.format))).toEqual(
    new Set(['a2a', 'claude', 'codex', 'copilot', 'cursor', 'datacore', 'gemini', 'kiro', 'opencode', 'roo', 'skill']),
  )
})

test('a marketplace decides about its own folder only', async () => {
  const { agents } = await collect('')
  const ids = agents.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['linter', 'formatter', 'loose']))
  expect(ids).not.toContain('guide')
})

test('the format claude leaves skills out, the format skill agents', async () => {
  expect((await collect('marketplace', 'claude')).agents.map(({ id }) => id)).toEqual(['linter', 'formatter'])
  expect((await collect('marketplace', 'skill')).agents.map(({ id }) => id)).toEqual(['fix-lint'])
})

test('plugins that a marketplace lists and that are not here are told with line and reason', async () => {
  const { skipped } = await collect('marketplace')
  const path = `${fixtures}/marketplace/.claude-plugin/marketplace.json`
  expect(lost(skipped)).toEqual([
    { path, line: 7, reason: 'plugin "gone": its folder tools/gone is not here' },
    { path, line: 8, reason: 'plugin "afar": it is elsewhere (github); import it from there' },
    { path, line: 9, reason: expect.stringContaining('it leaves its folder') },
    { path: `${fixtures}/marketplace/docs/guide.md`, reason: 'no manifest of its plugins names it' },
  ])
  expect(skipped.filter(({ kind }) => kind !== undefined).map(({ kind }) => kind)).toEqual(['foreign', 'asked'])
})

test('a file without name is listed, a command and an AGENTS.md wait to be asked for, a README is foreign', async () => {
  const { skipped } = await collect('claude')
  expect(lost(skipped)).toEqual([
    { path: `${fixtures}/claude/.claude/agents/nameless.md`, line: 1, reason: 'its front matter has no name' },
  ])
  expect(skipped.flatMap(({ path, kind }) => (kind ? [`${kind} ${path.slice(fixtures.length)}`] : [])).sort()).toEqual([
    'asked /claude/.claude/commands/sail.md',
    'asked /claude/AGENTS.md',
    'foreign /claude/.claude/agents/README.md',
  ])
})

test('sources are relative inside the space and absolute outside; the nearest AGENTS.md is read first', async () => {
  const inside = await collect('claude')
  expect(inside.agents[0]?.entry).toMatchObject({
    source: '.claude/agents/chart-maker.md',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    reads: { required: ['AGENTS.md'] },
  })
  const outside = await collect('cursor')
  expect(outside.agents[0]?.entry.source).toBe(`${fixtures}/cursor/.cursor/agents/verifier.md`)
  expect(outside.agents[0]?.entry.reads).toBeUndefined()
})

test('an entry of a registry has its prompt as source if that is there, else its place in the file', async () => {
  const { agents } = await collect('datacore')
  const root = `${fixtures}/datacore/.datacore`
  expect(agents[0]?.entry).toMatchObject({
    source: `${root}/agents/note-writer.md`,
    'x-datacore': { from: `${root}/registry/agents.yaml#note-writer`, key: 'note-writer' },
  })
  expect(agents[2]?.entry).toMatchObject({
    source: `${root}/registry/agents.yaml#harbour-watch`,
    'x-datacore': { source: '.datacore/modules/harbour/agents/harbour-watch.md' },
  })
})

test('a registry file names no prompt behind a link that leaves its folder', async () => {
  const [space, outside] = [await temporaryFolder(), await temporaryFolder()]
  await writeFile(join(outside, 'diary.md'), '# Diary\n')
  await symlink(join(outside, 'diary.md'), join(space, 'a.md'))
  await writeFile(join(space, 'b.md'), 'You write.\n')
  const agents = { a: { description: 'A.', source: 'a.md' }, b: { description: 'B.', source: 'b.md' } }
  await writeFile(join(space, 'agents.yaml'), JSON.stringify({ version: '2.0.0', agents }))
  const collected = await collectAgents([join(space, 'agents.yaml')], {
    paths: ownPaths(spacePaths(space)),
    format: 'datacore',
  })
  expect(collected.agents.map(({ entry }) => entry.source)).toEqual(['agents.yaml#a', 'b.md'])
})

const lost = (skipped: readonly SkippedFile[]): readonly SkippedFile[] =>
  skipped.filter(({ kind }) => kind === undefined)

async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'collect-agents-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('what agents know and what happened to them are no agents, even where their folder is named', async () => {
  const root = await mkdtemp(join(await realpath(tmpdir()), 'minds-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  const agent = '---\nname: tide-reader\ndescription: Reads tides.\n---\n\nYou read tides.\n'
  const knowledge = join(root, '0-personal/minds/writer/knowledge')
  for (const folder of [knowledge, join(root, 'agents')]) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'tide-reader.md'), agent)
  }
  const found = async (from: string) =>
    (await collectAgents([from], { paths: spacePaths(root), format: 'auto' })).agents
  expect(await found(root)).toHaveLength(1)
  expect(await found(join(root, 'agents'))).toHaveLength(1)
  expect(await found(knowledge)).toEqual([])
})
