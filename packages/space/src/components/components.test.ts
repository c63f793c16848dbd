import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { noteChangedVersions } from '../modules/note-versions.ts'
import { type Space, openSpace } from '../space.ts'
import { allowSpace } from '../trust/allow-space.ts'

const settings = {
  runners: {
    default: 'echo',
    echo: { plugin: 'runner-command', command: [process.execPath, '-e', 'process.stdin.pipe(process.stdout)'] },
  },
}
const registry = `components:
  web-fetcher:
    type: "component"
    description: "Fetches and parses web content"
    version: "1.0.0"
  markdown-writer:
    type: "component"
    description: "Generates structured markdown"
    version: "1.0.0"
    requires: [house-style@^1]
    writes: ["0-personal/notes/"]
  house-style: {version: 1.2.0, description: How we write, source: parts/style.md}
agents:
  composed:
    name: Composed
    description: Answers letters.
    version: 1.0.0
    writes: [out/]
    components:
      - "web-fetcher"
      - "markdown-writer"
  other: {name: Other, description: Waters flowers., version: 1.0.0}
`

async function opened(text = registry): Promise<Space> {
  const { paths, work } = await workSpace({ settings })
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(paths.root, '.user'))
  await allowSpace.run(work, { yes: true })
  await writeFile(paths.agentsFile, text)
  await mkdir(join(paths.root, 'parts'))
  await writeFile(join(paths.root, 'parts/style.md'), 'Write short sentences.')
  const space = await openSpace(paths.root, {
    isTrusted: true,
    bundledDirectory: fileURLToPath(new URL('../../../../plugins', import.meta.url)),
  })
  onTestFinished(async () => await space[Symbol.asyncDispose]())
  return space
}

test('an agent is found, carded and shown with what its components can do', async () => {
  const space = await opened()
  const { results } = await space.find({ task: 'fetch a web page', min_score: 0 })
  const found = results.find(({ id }) => id === 'composed')
  expect(found).toMatchObject({ matched: expect.stringContaining('Fetches'), skills: [{ id: 'web-fetcher' }] })
  expect(found?.score).toBeGreaterThan(0.5)
  const shown = await space.agents.show({ agent: 'composed' })
  expect(shown).toMatchObject({
    skills: [{ id: 'house-style' }, { id: 'web-fetcher' }, { id: 'markdown-writer' }].toSorted(byOrder),
    writes: ['out/', '0-personal/notes/'],
    components: ['web-fetcher', 'markdown-writer'],
    composition: {
      parts: [{ id: 'web-fetcher' }, { id: 'house-style', via: 'markdown-writer' }, { id: 'markdown-writer' }],
      problems: [],
    },
  })
  const { written } = await space.publish.cards({ ids: ['composed'], out: 'public', url: 'https://a.example/' })
  const card: unknown = JSON.parse(await readFile(written[0] ?? '', 'utf8'))
  expect(card).toMatchObject({ skills: expect.arrayContaining([expect.objectContaining({ id: 'web-fetcher' })]) })
  const registered = await space.publish.registrations({ ids: ['composed'], out: 'erc', url: 'https://a.example/' })
  const texts = await Promise.all(registered.written.map(async (file) => await readFile(file, 'utf8')))
  for (const id of order) expect(texts.join('\n')).toContain(id)
  const { prompt } = await space.context({ agent: 'composed', task: 'Answer.' })
  expect(prompt).toContain('Write short sentences.\n\nmarkdown-writer: Generates structured markdown')
  // What the file says stays what a person wrote.
  expect(await readFile(space.paths.agentsFile, 'utf8')).toBe(registry)
})

const byOrder = (a: { id: string }, b: { id: string }): number => order.indexOf(a.id) - order.indexOf(b.id)
const order = ['web-fetcher', 'house-style', 'markdown-writer']

test('components are listed and shown with who has them', async () => {
  const space = await opened()
  const { components } = await space.components.list({})
  expect(components.map(({ id, version, kind, used_by: users }) => [id, version, kind, users])).toEqual([
    ['web-fetcher', '1.0.0', 'description', ['composed']],
    ['markdown-writer', '1.0.0', 'description', ['composed']],
    ['house-style', '1.2.0', 'prompt', ['composed']],
  ])
  expect(await space.components.show({ component: 'markdown_writer' })).toMatchObject({
    id: 'markdown-writer',
    parts: ['house-style', 'markdown-writer'],
    required_by: [],
    writes: ['0-personal/notes/'],
    text: 'markdown-writer: Generates structured markdown',
  })
  expect(await space.components.show({ component: 'house-style' })).toMatchObject({
    text: 'Write short sentences.',
    required_by: ['markdown-writer'],
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  await expect(Promise.resolve(space.components.show({ component: 'web-fetchr' }))).rejects.toMatchObject({
    code: 'REGISTRY_COMPONENT_NOT_FOUND',
    hint: 'Did you mean web-fetcher?',
  })
})

test('a changed component is a new version of each agent that has it, before and after it ran', async () => {
  const space = await opened()
  const versions = async () => (await space.agents.show({ agent: 'composed' })).performance?.version_history ?? []
  const names = (hashes: readonly string[] | undefined) => hashes?.map((one) => one.replace(/:.*/, ''))
  expect(await versions()).toMatchObject([{ version: '1.0.0', executions: 0 }])
  expect(await space.run({ agent: 'composed', task: 'Answer.' })).toMatchObject({ status: 'success' })
  const [first, ...none] = await versions()
  expect(none).toEqual([])
  expect(first).toMatchObject({ version: '1.0.0', executions: 1 })
  expect(names(first?.component_hashes)).toEqual(['web-fetcher@1.0.0', 'house-style@1.2.0', 'markdown-writer@1.0.0'])
  await writeFile(join(space.paths.root, 'parts/style.md'), 'Write long sentences.')
  const [second, before] = await versions()
  expect(before).toEqual(first)
  expect(second).toMatchObject({ version: '1.0.0', executions: 0 })
  expect(second?.hash).not.toBe(first?.hash)
  expect(second?.component_hashes?.map((hash, at) => hash === first?.component_hashes?.[at])).toEqual([
    true,
    false,
    true,
  ])
  await space.run({ agent: 'composed', task: 'Answer again.' })
  expect(await versions()).toMatchObject([
    { hash: second?.hash, executions: 1 },
    { hash: first?.hash, executions: 1, retired: expect.any(String) },
  ])
  expect(await readFile(space.paths.agentsFile, 'utf8')).toContain('component_hashes:')
  await space.run({ agent: 'other', task: 'Answer.' })
  expect((await space.agents.show({ agent: 'other' })).performance?.version_history?.[0]).not.toHaveProperty(
    'component_hashes',
  )
})

test('each change of a component by its module is a version, also where nobody looked between them', async () => {
  const space = await opened('agents:\n  composed: {name: C, description: C., version: 1.0.0, components: [tone]}\n')
  const folder = join(space.paths.root, 'tones')
  await mkdir(folder)
  const install = async (version: string) => {
    const component = `tone: {description: Tone, version: ${version}, prompt: Be ${version}.}`
    await writeFile(
      join(folder, 'module.yaml'),
      `name: tones\nversion: ${version}\ndescription: Tones\nprovides:\n  components:\n    ${component}\n`,
    )
    await space.modules.install({ spec: folder, yes: true })
  }
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await install(version)
  const { performance } = await space.agents.show({ agent: 'composed' })
  const tones = performance?.version_history?.map((one) => one.component_hashes?.map((hash) => hash.replace(/:.*/, '')))
  expect(tones).toEqual([['tone@1.2.0'], ['tone@1.1.0'], ['tone@1.0.0'], []])
  await space.run({ agent: 'composed', task: 'Answer.' })
  const after = (await space.agents.show({ agent: 'composed' })).performance?.version_history
  expect(after?.map(({ executions }) => executions)).toEqual([1, 0, 0, 0])
})

const looks: Readonly<Record<string, (space: Space) => PromiseLike<unknown>>> = {
  find: (space) => space.find({ task: 'Answer a letter' }),
  index: (space) => space.index({}),
  doctor: (space) => space.doctor({}),
  'agent show': (space) => space.agents.show({ agent: 'other' }),
  'component list': (space) => space.components.list({}),
}

test.each(Object.entries(looks))(
  'a component that somebody edits is a version at the next %s, once',
  async (_, look) => {
    const space = await opened()
    const style = join(space.paths.root, 'parts/style.md')
    const edits = ['Short.', 'Shorter.'].map((text) => async () => await writeFile(style, text))
    const newer = registry.replace('house-style: {version: 1.2.0', 'house-style: {version: 1.10.0')
    for (const edit of [...edits, async () => await writeFile(space.paths.agentsFile, newer)]) {
      await edit()
      for (const _again of [1, 2]) await look(space)
    }
    const kept = await readFile(join(space.paths.stateDirectory, 'agent-versions.jsonl'), 'utf8')
    expect(kept.trim().split('\n')).toHaveLength(3)
    await writeFile(style, 'Shortest.')
    const { performance } = await space.agents.show({ agent: 'composed' })
    const styles = performance?.version_history?.map((one) => one.component_hashes?.[1]) ?? []
    expect(new Set(styles).size).toBe(4)
    expect(styles.map((one) => one?.replace(/:.*/, ''))).toEqual([
      'house-style@1.10.0',
      'house-style@1.10.0',
      'house-style@1.2.0',
      'house-style@1.2.0',
    ])
  },
)

test('where nothing changed no agent is read for its versions, and what was not kept is kept the next time', async () => {
  const { paths, work } = await workSpace({ agents: { one: { components: ['tone'] } } })
  let reads = 0
  const catalogue: typeof work.catalogue = async () => {
    reads += 1
    return await work.catalogue()
  }
  const note = async () => await noteChangedVersions({ ...work, catalogue })
  const journal = join(paths.stateDirectory, 'agent-versions.jsonl')
  await mkdir(journal, { recursive: true })
  await note()
  await rmdir(journal)
  await note()
  expect(await readFile(journal, 'utf8')).toContain('"agent":"one"')
  const before = reads
  for (const _ of [1, 2, 3]) await note()
  expect(reads).toBe(before)
})

test('a child that may have a component of its parent is given its text, and primers say what to build from', async () => {
  const space = await opened()
  const asked = { id: 'child', parent: 'composed', primer: 'You are small.', capabilities: ['components:house-style'] }
  const dry = await space.agents.create({ ...asked, capabilities: [], dry_run: true })
  expect(dry.can_build_from).toMatchObject([{ agent: 'composed', text: expect.stringContaining('web-fetcher') }])
  await expect(Promise.resolve(space.agents.create(asked))).rejects.toMatchObject({
    message: expect.stringContaining('house-style'),
  })
  const made = await space.agents.create({ ...asked, capabilities: ['components:markdown-writer'] })
  expect(made.can_build_from).toBeUndefined()
  const { prompt } = await space.context({ agent: made.path, task: 'Answer.' })
  expect(prompt).toContain('Write short sentences.\n\nmarkdown-writer: Generates structured markdown')
  for (const text of ['Write long sentences.', 'Write.']) {
    await writeFile(join(space.paths.root, 'parts/style.md'), text)
    await space.components.list({})
  }
  const { performance } = await space.agents.show({ agent: made.path })
  expect(performance?.version_history).toHaveLength(3)
})

const broken = `components:
  a: {description: A, requires: [b]}
  b: {description: B, requires: [a]}
  c: {description: C, version: 1.0.0, source: parts/none.md, requires: [env:NO_SUCH_KEY, "module:source-files@^9", module:none]}
  d: {description: D, source: "subagent:nobody"}
  alone: {description: Alone, requires: [nothing]}
agents:
  one: {name: One, description: One., components: [a, "c@^2", gone]}
  two: {name: Two, description: Two., components: [c, d]}
`

test('doctor names components that are unknown, go round, do not fit or lack something', async () => {
  const space = await opened(broken)
  const { findings } = await space.doctor({})
  const about = findings.filter(({ code }) => code.startsWith('COMPONENT_'))
  expect(about.map(({ code, severity, subject, message }) => [code, severity, subject, message])).toEqual([
    ['COMPONENT_CYCLE', 'error', 'one', 'components require each other in a circle: a → b → a'],
    ['COMPONENT_VERSION', 'error', 'one', 'c is version 1.0.0 and should be ^2'],
    ['COMPONENT_UNKNOWN', 'error', 'one', 'there is no component gone'],
    ['COMPONENT_CYCLE', 'error', 'b', 'components require each other in a circle: b → a → b'],
    ['COMPONENT_UNKNOWN', 'error', 'alone', 'there is no component nothing, which alone requires'],
    [
      'COMPONENT_INCOMPLETE',
      'warning',
      'c',
      'it lacks its text parts/none.md: it does not exist, the variable NO_SUCH_KEY, the module source-files in ^9, the module none',
    ],
    ['COMPONENT_INCOMPLETE', 'warning', 'd', 'it lacks the agent nobody, which is not registered'],
  ])
})
