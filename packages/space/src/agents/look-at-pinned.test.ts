import { execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { openSpace } from '../space.ts'

const agent = (name: string, text: string): string =>
  `---\nname: ${name}\ndescription: ${text}\n---\nPrompt of ${name}.\n`

/** A repository beside a space, and what is done in it. */
async function withRepository() {
  const { paths } = await workSpace()
  const folder = `${paths.root}-git`
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(folder, 'config'))
  vi.stubEnv('DATACORTEX_CACHE_DIR', join(folder, 'cache'))
  const repository = join(folder, 'agents')
  await mkdir(repository, { recursive: true })
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=ada', '-c', 'user.email=ada@a.example', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  git('init', '--quiet', '--initial-branch', 'main')
  const commit = async (files: Readonly<Record<string, string>>, ...more: readonly string[]): Promise<void> => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(repository, name), text)
    git('add', '--all')
    git('commit', '--quiet', '--message', 'A change', ...more)
  }
  await commit({ 'baker.md': agent('baker', 'Bakes bread'), 'diver.md': agent('diver', 'Dives') })
  const space = await openSpace(paths.root, { isTrusted: true })
  onTestFinished(async () => await space[Symbol.asyncDispose]())
  const ids = async (): Promise<readonly string[]> =>
    (await space.agents.list({})).agents.map(
      ({ id, removed, description }) => `${id}${removed ? '!' : ''} ${description}`,
    )
  return { space, git, commit, ids, folder, repository, address: pathToFileURL(repository).href }
}

const codes = (findings: readonly object[]): readonly unknown[] => findings.map((one) => 'code' in one && one.code)

test('newer commits of a repository are told and not taken, unless somebody asks for them', async () => {
  const { space, git, commit, ids, repository, address } = await withRepository()
  await space.agents.import({ from: [address] })
  expect(await ids()).toEqual(['baker Bakes bread', 'diver Dives'])
  expect(codes((await space.agents.sync({})).findings)).toEqual([])
  git('rm', '--quiet', 'diver.md')
  await commit({ 'baker.md': agent('baker', 'Bakes cakes'), 'miller.md': agent('miller', 'Grinds') })
  expect(codes((await space.find({ task: 'bake', min_score: 0 })).findings)).not.toContain('ROOT_NEWER')
  const answer = await space.agents.sync({})
  expect(answer).toMatchObject({ added: [], updated: [], gone: [], unchanged: 2 })
  expect(codes(answer.findings)).toEqual(['ROOT_NEWER'])
  expect(codes((await space.agents.sync({ newest: true, dry_run: true })).findings)).toEqual(['ROOT_NEWER'])
  expect(await ids()).toEqual(['baker Bakes bread', 'diver Dives'])
  const moved = await space.agents.sync({ newest: true })
  expect(moved).toMatchObject({ added: [{ id: 'miller' }], updated: [{ id: 'baker' }], gone: [{ id: 'diver' }] })
  expect(moved.roots).toHaveLength(1)
  expect(await ids()).toEqual(['baker Bakes cakes', 'diver! Dives', 'miller Grinds'])
  expect(codes((await space.agents.sync({})).findings)).toEqual([])
  // It is gone for good: all stays as it is.
  await rm(repository, { recursive: true })
  expect(await space.agents.sync({})).toMatchObject({ updated: [], unchanged: 2 })
})

test('a history that was rewritten and a tag that moved change nothing, also where the commit is no more', async () => {
  const { space, git, commit, ids, folder, address } = await withRepository()
  git('tag', 'v1')
  await space.agents.import({ from: [`${address}#v1`] })
  await commit({ 'baker.md': agent('baker', 'Bakes other things') }, '--amend')
  git('tag', '--force', 'v1')
  git('reflog', 'expire', '--expire=now', '--all')
  git('gc', '--quiet', '--prune=now')
  const answer = await space.agents.sync({ prune: true, yes: true })
  expect(codes(answer.findings)).toEqual(['ROOT_NEWER'])
  expect(answer).toMatchObject({ updated: [], gone: [], unchanged: 2 })
  await rm(join(folder, 'config/repositories'), { recursive: true })
  const lost = await space.agents.sync({ prune: true, yes: true })
  expect(codes(lost.findings)).toEqual(expect.arrayContaining(['FETCH_UNREACHABLE', 'ROOT_AWAY']))
  expect(lost).toMatchObject({ gone: [], pruned: [] })
  expect(await ids()).toEqual(['baker Bakes bread', 'diver Dives'])
  await space.agents.sync({ newest: true })
  expect(await ids()).toEqual(['baker Bakes other things', 'diver Dives'])
})
