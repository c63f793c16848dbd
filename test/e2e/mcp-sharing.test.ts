import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connected } from './mcp-client.ts'
import { runJson } from './one-process.ts'
import { sharedCache } from './environment.ts'
import { program } from './run-datacortex.ts'
import { useSampleSpaceWithNotes } from './sample-space.ts'
import { temporaryCopy } from './temporary-folder.ts'

const space = useSampleSpaceWithNotes()

test('calls answer what the commands answer, also after other processes changed the space', async () => {
  const root = await temporaryCopy(space().root)
  const { call } = await connected(root)
  const same = async (asked: string): Promise<void> => {
    // In a copy: where it was just answered, the hot cache answers.
    const cwd = await temporaryCopy(root)
    const inNotes = await call('search_notes', { query: asked, top: 5 })
    const notes = await runJson(['search', asked, '--top', '5'], { cwd })
    expect(notes).toMatchObject({ results: (inNotes.structuredContent as { results: unknown }).results })
    const ofAgents = await call('find_agents', { task: asked })
    const agents = await runJson(['agent', 'find', asked], { cwd })
    expect(ofAgents.structuredContent).toMatchObject({ results: (agents as { results: unknown }).results })
  }
  await same('why is the water highest after a full moon')
  const note =
    '# Meltwater\n\nGlaciers give most of their water in the late afternoon, hours after the strongest sun.\n'
  await writeFile(join(root, 'Meltwater.md'), note)
  await runJson(['index'], { cwd: root })
  const agents = join(root, 'more')
  await mkdir(agents)
  const agent =
    '---\nname: glacier-guide\ndescription: Plans when to cross glaciers and streams of meltwater\n---\nYou plan.\n'
  await writeFile(join(agents, 'glacier-guide.md'), agent)
  await runJson(['agent', 'import', agents], { cwd: root })
  const asked = 'when do streams of a glacier carry most water'
  await same(asked)
  expect(await call('search_notes', { query: `${asked}?` })).toMatchObject({
    structuredContent: { results: expect.arrayContaining([expect.objectContaining({ title: 'Meltwater' })]) },
  })
  expect(await call('find_agents', { task: asked })).toMatchObject({
    structuredContent: { results: expect.arrayContaining([expect.objectContaining({ id: 'glacier-guide' })]) },
  })
})

test('searches answer as a new process does, whatever happened to notes, index, model and folder between them', async () => {
  const root = await temporaryCopy(space().root)
  const { call } = await connected(root)
  let asked = 0
  const same = async (topic: string): Promise<string> => {
    const query = `${topic} ${(asked += 1)}`
    const cwd = await temporaryCopy(root)
    const found = await call('search_notes', { query, top: 5 })
    const { took_ms: _, tiers: __, ...expected } = (await runJson(['search', query, '--top', '5'], { cwd })) as Answer
    expect(expected, query).toMatchObject(found.structuredContent as object)
    return JSON.stringify(expected)
  }
  const index = async (): Promise<void> => void (await runJson(['index'], { cwd: root }))
  // From the second one on, rows in memory answer.
  for (const topic of ['spring tides', 'spring tides', 'a wool jumper']) await same(topic)
  const file = join(root, 'Lichen.md')
  await writeFile(file, '# Lichen\n\nLichen grows a millimetre a year on granite.\n')
  expect(await same('lichen on granite')).toContain('"index":"stale"')
  await index()
  expect(await same('lichen on granite')).toContain('a millimetre a year')
  await writeFile(file, '# Lichen\n\nLichen is what reindeer dig for under the snow.\n')
  expect(await same('lichen on granite')).toContain('"state":"changed"')
  await index()
  expect(await same('lichen reindeer snow')).toContain('reindeer dig')
  await rm(file)
  expect(await same('lichen reindeer snow')).toContain('"state":"missing"')
  await index()
  expect(await same('lichen reindeer snow')).not.toContain('reindeer dig')
  await rm(join(root, '.datacore', 'cache'), { recursive: true })
  expect(await same('spring tides')).toContain('"indexed":false')
  await index()
  for (const topic of ['spring tides', 'spring tides']) expect(await same(topic)).toContain('"indexed":true')
  const settings = join(root, '.datacore', 'settings.yaml')
  const before = await readFile(settings, 'utf8').catch(() => '')
  await writeFile(settings, `${before}\nembeddings:\n  dtype: q8\n`)
  expect(await same('spring tides')).toContain('"other_model"')
  await writeFile(settings, before)
  expect(await same('spring tides')).not.toContain('"other_model"')
  await rename(root, `${root}-away`)
  expect(await call('search_notes', { query: 'spring tides' })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('SPACE_NOT_FOUND') }],
  })
  await cp(`${root}-away`, root, { recursive: true })
  await rm(`${root}-away`, { recursive: true })
  await writeFile(join(root, 'Lichen.md'), '# Lichen\n\nLichen dyes wool violet.\n')
  await index()
  expect(await same('lichen violet wool')).toContain('dyes wool violet')
})

// More in `pnpm test:long`.
const rounds = process.env['LONG'] === undefined ? 2 : 4

test('eight searches at once find at least what was written before them while another process writes', async () => {
  const root = await temporaryCopy(space().root)
  const { call } = await connected(root)
  for (let round = 0; round < rounds; round += 1) {
    await writeFile(
      join(root, `Beacon ${round}.md`),
      `# Beacon ${round}\n\nThe beacon burns seal oil, cask ${round}.\n`,
    )
    const writing = runJson(['index'], { cwd: root })
    const during = Array.from({ length: 8 }, async (_, at) => {
      return await call('search_notes', { query: `beacon seal oil ${round} ${at}`, top: 20 })
    })
    for (const { isError, structuredContent } of await Promise.all(during)) {
      expect(isError).toBeUndefined()
      const titles = (structuredContent as Answer).results.map(({ title }) => title)
      for (let earlier = 0; earlier < round; earlier += 1) expect(titles).toContain(`Beacon ${earlier}`)
    }
    await writing
    const after = await call('search_notes', { query: `beacon seal oil ${round} after`, top: 20 })
    expect(JSON.stringify(after.structuredContent)).toContain(`seal oil, cask ${round}`)
  }
})

type Answer = Record<string, unknown> & { readonly results: readonly { readonly title: string }[] }

test('calls of all kinds at once are answered, and one that is cancelled takes no other with it', async () => {
  const root = await temporaryCopy(space().root)
  const { call, client } = await connected(root)
  const given = new AbortController()
  const cancelled = Array.from({ length: 5 }, async (_, place) => {
    const asked = { name: 'search_notes', arguments: { query: `cancelled ${place}` } }
    return await client.callTool(asked, { signal: given.signal }).then(() => 'answered', String)
  })
  const kinds = [
    async (at: number) => await call('search_notes', { query: `tide ${at}` }),
    async (at: number) => await call('find_agents', { task: `crash ${at}` }),
    async (at: number) => await call('remember', { text: `The pump was mended ${at} times.` }),
    async (at: number) => await call('append_to_note', { note: 'springs', text: `line ${at}` }),
  ]
  const calls = Array.from({ length: 20 }, async (_, at) => await kinds[at % kinds.length]?.(at))
  given.abort()
  for (const outcome of await Promise.all(cancelled)) expect(outcome).toMatch(/abort/i)
  const answers = await Promise.all(calls)
  expect(answers.map((answer) => answer?.isError)).toEqual(answers.map(() => undefined))
  expect(await call('search_notes', { query: 'pump', type: 'session-memory', top: 10 })).toMatchObject({
    content: [{ text: expect.stringContaining('The pump was mended') }],
  })
  const springs = await call('read_notes', { notes: ['springs'] })
  expect(JSON.stringify(springs.content).match(/line \d+/g)).toHaveLength(5)
})

test.each([1, 30])('the end of stdin in the middle of %i calls ends it without an error', async (count) => {
  const root = await temporaryCopy(space().root)
  const child = spawn(process.execPath, [program, 'mcp', '--root', root], {
    env: { ...process.env, DATACORTEX_CACHE_DIR: sharedCache, DATACORTEX_CONFIG_DIR: join(root, '.test-config') },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (stderr += piece))
  const opening = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const send = (message: object): boolean => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  send({ id: 'opening', method: 'initialize', params: opening })
  await once(child.stdout, 'data')
  child.stdout.resume()
  for (let id = 0; id < count; id += 1) {
    const asked =
      id % 2 === 0 ? ['search_notes', { query: `q ${id}` }] : ['write_note', { title: `n ${id}`, text: 'x' }]
    send({ id, method: 'tools/call', params: { name: asked[0], arguments: asked[1] } })
  }
  child.stdin.end()
  expect(await once(child, 'close')).toEqual([0, null])
  expect(stderr).toBe('')
})
