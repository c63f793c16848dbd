import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { revokeTrust, trustSpace } from '@datacortex/platform'
import { expect, onTestFinished, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { user } from '../caller/caller.ts'
import { type OpenSpaceOptions, type Space, openSpace } from '../space.ts'

const agent = (name: string, text: string): string =>
  `---\nname: ${name}\ndescription: ${text}\n---\nPrompt of ${name}.\n`

/** A space, and a folder beside it from which its agents were imported. */
async function following(options: OpenSpaceOptions = {}) {
  const { paths } = await workSpace()
  const far = `${paths.root}-far`
  const home = `${paths.root}-user`
  for (const folder of [far, home]) onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(home, 'config'))
  vi.stubEnv('DATACORTEX_CACHE_DIR', join(home, 'cache'))
  const texts = {
    baker: 'Bakes bread from rye',
    gardener: 'Waters tomatoes',
    lawyer: 'Reads contracts',
    diver: 'Dives for pearls',
  }
  await mkdir(far, { recursive: true })
  for (const [name, text] of Object.entries(texts)) await writeFile(join(far, `${name}.md`), agent(name, text))
  const space = await openSpace(paths.root, { isTrusted: true, ...options })
  onTestFinished(async () => await space[Symbol.asyncDispose]())
  return { space, far, paths, put: async (name: string, text: string) => await writeFile(join(far, name), text) }
}

async function found(space: Space, task: string): Promise<readonly string[]> {
  return (await space.find({ task, min_score: 0, top: 20 })).results.map(({ id }) => id)
}

test('ten edits to a followed folder are in the next answer', async () => {
  const { space, far, put } = await following()
  await space.agents.import({ from: [far] })
  expect(await found(space, 'bake rye bread')).toContain('baker')
  await put('miller.md', agent('miller', 'Grinds wheat to flour'))
  await put('sailor.md', agent('sailor', 'Sails around the cape'))
  await mkdir(join(far, 'skills/knots'), { recursive: true })
  await put('skills/knots/SKILL.md', agent('knots', 'Ties knots in ropes'))
  await put('baker.md', agent('baker', 'Repairs bicycles'))
  await put('lawyer.md', agent('lawyer', 'Reads contracts of landlords and sues them'))
  await rename(join(far, 'gardener.md'), join(far, 'vegetables.md'))
  await put('vegetables.md', agent('gardener', 'Waters tomatoes and cucumbers'))
  await rm(join(far, 'diver.md'))
  await put('broken.md', '---\nname: broken\ndescription: |\n  x\n bad: [\n---\n')
  await writeFile(join(far, 'lost.md'), Uint8Array.of(0xff, 0xfe, 65, 0))
  const { results, findings } = await space.find({ task: 'my bicycle is broken', min_score: 0, top: 20 })
  const ids = results.map(({ id }) => id)
  expect(ids[0]).toBe('baker')
  expect(ids).toEqual(expect.arrayContaining(['miller', 'sailor', 'knots', 'gardener', 'lawyer']))
  expect(ids).not.toContain('diver')
  expect(findings).toContainEqual(expect.objectContaining({ code: 'ROOT_FILE_LEFT', subject: join(far, 'lost.md') }))
  expect(await found(space, 'grind the wheat')).toContain('miller')
  const { agents } = await space.agents.list({})
  expect(agents.find(({ id }) => id === 'diver')).toMatchObject({ removed: true })
  expect(agents.find(({ id }) => id === 'gardener')).toMatchObject({ source: join(far, 'vegetables.md') })
  await put('anchors.md', agent('anchors', 'Drops anchors').replace('\n---\nP', '\n---\n/anchor P'))
  const { candidates } = await space.route({ task: 'drop the anchor' })
  expect(candidates[0]?.agent).toBe('anchors')
})

test('what can not be taken in is marked where it is found, and what is gone is never first', async () => {
  const { space, far, paths, put } = await following()
  await space.agents.import({ from: [far] })
  await writeFile(join(far, 'baker.md'), Uint8Array.of(0xff, 0xfe, 65, 0))
  const asked = { task: 'bake rye bread', min_score: 0 }
  const marked = (await space.find(asked)).results.find(({ id }) => id === 'baker')
  expect(marked).toMatchObject({ state: 'changed' })
  expect((await space.agents.list({})).agents.find(({ id }) => id === 'baker')).toMatchObject({
    source_state: 'changed',
  })
  await put('baker.md', agent('baker', 'Bakes bread from rye'))
  expect((await space.find(asked)).results[0]).not.toHaveProperty('state')
  // The disk goes away: nothing is lost, and nothing of it comes first.
  await rename(far, `${far}-elsewhere`)
  const away = await space.find({ task: 'bake rye bread', top: 20 })
  expect(away.results.map(({ state }) => state)).not.toContain('gone')
  expect(away.gone).toEqual(['baker'])
  expect(away.findings.map(({ code }) => code)).toEqual(expect.arrayContaining(['ROOT_AWAY', 'AGENTS_GONE']))
  expect((await space.route({ task: 'bake rye bread' })).candidates.map((one) => one.agent)).not.toContain('baker')
  await writeFile(join(paths.root, 'cook.md'), agent('cook', 'Cooks soup and sometimes bread'))
  await space.agents.import({ from: ['cook.md'] })
  const { results } = await space.find({ ...asked, top: 20 })
  expect(results[0]?.id).not.toBe('baker')
  expect(results.at(-1)).toMatchObject({ state: 'gone' })
  expect((await space.find({ task: 'baker', min_score: 0 })).results[0]?.id).not.toBe('baker')
  expect(await space.agents.sync({ prune: true, yes: true })).toMatchObject({ gone: [], pruned: [] })
  await rename(`${far}-elsewhere`, far)
  expect((await space.find(asked)).results[0]).toMatchObject({ id: 'baker' })
})

test('sync tells what became of each root, and takes out what is gone only after a yes', async () => {
  const { space, far, put } = await following()
  const { imported } = await space.agents.import({ from: [far] })
  expect(imported).toHaveLength(4)
  await put('miller.md', agent('miller', 'Grinds wheat'))
  await rm(join(far, 'diver.md'))
  const gone = [{ id: 'diver', path: join(far, 'diver.md') }]
  expect((await space.doctor({})).findings).toContainEqual(expect.objectContaining({ code: 'ROOTS_CHANGED' }))
  expect((await space.status({})).next).toContain('datacortex agent sync')
  expect(await space.agents.sync({ dry_run: true })).toMatchObject({ added: [{ id: 'miller' }], dry_run: true })
  expect(await space.agents.sync({})).toMatchObject({
    added: [{ id: 'miller' }],
    updated: [],
    renamed: [],
    gone,
    unchanged: 3,
    pruned: [],
    roots: [{ path: far, agents: 4, away: false }],
  })
  await expect(Promise.resolve(space.agents.sync({ prune: true }))).rejects.toMatchObject({ code: 'CLI_ANSWER_NEEDED' })
  expect(await space.agents.sync({})).toMatchObject({ gone, unchanged: 4 })
  expect(await space.agents.sync({ prune: true, yes: true })).toMatchObject({ gone, pruned: ['diver'] })
  expect(await space.agents.sync({ prune: true, yes: true })).toMatchObject({ gone: [], pruned: [] })
  expect((await space.agents.list({})).agents.map(({ id }) => id)).not.toContain('diver')
})

test('import without a path brings all roots in step, and finds new places beside them', async () => {
  const { space, far, paths, put } = await following()
  await space.agents.import({ from: [far] })
  await put('miller.md', agent('miller', 'Grinds wheat'))
  await mkdir(join(paths.root, '.claude/agents'), { recursive: true })
  await writeFile(join(paths.root, '.claude/agents/cook.md'), agent('cook', 'Cooks soup'))
  const { imported, unchanged } = await space.agents.import({})
  expect(imported.map(({ id }) => id).toSorted()).toEqual(['cook', 'miller'])
  expect(unchanged).toHaveLength(4)
  const { roots } = await space.agents.sync({})
  expect(roots.map(({ path }) => path).toSorted()).toEqual([far, join(paths.root, '.claude/agents')].toSorted())
})

test('a path that gives nothing is not followed, and what a person takes out does not come back by itself', async () => {
  const { space, far, paths } = await following()
  await mkdir(join(paths.root, 'nothing'))
  await space.agents.import({ from: ['nothing', 'nowhere'] })
  expect((await space.agents.sync({})).roots).toEqual([])
  await space.agents.import({ from: [far] })
  await space.agents.remove({ ids: ['baker'], yes: true })
  expect(await space.agents.import({})).toMatchObject({ imported: [], unchanged: [{}, {}, {}] })
  expect(await found(space, 'bake rye bread')).not.toContain('baker')
  await space.agents.import({ from: [far] })
  expect(await found(space, 'bake rye bread')).toContain('baker')
  await space.agents.remove({ from: [far], yes: true })
  expect((await space.agents.sync({})).roots).toEqual([])
})

test('a restricted space follows no root, and syncs nothing', async () => {
  const { space: own, far, paths, put } = await following()
  await own[Symbol.asyncDispose]()
  await trustSpace(paths.root, { allowed: [] })
  const open = async (): Promise<Space> => {
    const space = await openSpace(paths.root, { caller: user })
    onTestFinished(async () => await space[Symbol.asyncDispose]())
    return space
  }
  const space = await open()
  await space.agents.import({ from: [far] })
  await revokeTrust(paths.root)
  await put('miller.md', agent('miller', 'Grinds wheat'))
  const before = await readFile(paths.agentsFile, 'utf8')
  const answer = await space.find({ task: 'grind wheat', min_score: 0 })
  expect(answer.results.map(({ id }) => id)).not.toContain('miller')
  expect(answer.findings).toContainEqual(expect.objectContaining({ code: 'SPACE_RESTRICTED' }))
  expect(await readFile(paths.agentsFile, 'utf8')).toBe(before)
  await expect(Promise.resolve(space.agents.sync({}))).rejects.toMatchObject({ code: 'SPACE_RESTRICTED' })
  await trustSpace(paths.root, { allowed: [] })
  expect(await found(space, 'grind wheat')).toContain('miller')
})

test('an import names the agents of a followed folder that lies in the one it was given', async () => {
  const { space, far } = await following()
  const files = ['baker', 'gardener', 'lawyer', 'diver'].map((name) => join(far, `${name}.md`))
  for (const from of [[far], files, [far, ...files], [far]])
    expect([(await space.agents.import({ from })).counts]).toMatchObject([{ seen: 4, left_out: 0 }])
})

test('keeping a space in step follows its roots', async () => {
  const { space, far, paths, put } = await following()
  await space.agents.import({ from: [far] })
  const stop = new AbortController()
  const kept = space.keepInStep({ signal: stop.signal, onError: () => {}, retryMs: 1 })
  await put('miller.md', agent('miller', 'Grinds wheat'))
  await expect.poll(async () => await readFile(paths.agentsFile, 'utf8')).toContain('miller')
  stop.abort()
  await kept
})

test('a question of a client that may not write changes nothing, and is answered with what is known', async () => {
  const { space, far, paths, put } = await following()
  await space.agents.import({ from: [far] })
  await put('miller.md', agent('miller', 'Grinds wheat'))
  await rm(join(far, 'diver.md'))
  const before = await readFile(paths.agentsFile, 'utf8')
  for (const rights of [['find'], ['find', 'run', 'read']] as const) {
    const client = space.as({ kind: 'client', rights })
    const { results } = await client.find({ task: 'dive for pearls', min_score: 0 })
    expect(results.at(-1)).toMatchObject({ id: 'diver', state: 'gone' })
    await client.route({ task: 'grind wheat' })
    await client.agents.list({})
  }
  expect(await readFile(paths.agentsFile, 'utf8')).toBe(before)
  await space.as({ kind: 'client', rights: ['find', 'write'] }).find({ task: 'grind wheat' })
  expect(await readFile(paths.agentsFile, 'utf8')).toContain('miller')
})
