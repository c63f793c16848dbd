import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { connected } from './mcp-client.ts'
import { program, runJson, sample, sharedCache } from './run-datacortex.ts'
import { useSampleSpace } from './sample-space.ts'
import { temporaryCopy } from './temporary-folder.ts'

const space = useSampleSpace()

beforeAll(async () => {
  const cwd = space().root
  await cp(join(sample, 'notes'), cwd, { recursive: true })
  await runJson(['index'], { cwd })
})

test('calls answer what the commands answer, also after other processes changed the space', async () => {
  const root = await temporaryCopy(space().root)
  const { call } = await connected(root)
  const same = async (asked: string): Promise<void> => {
    // In a copy: where it was just answered, the hot cache answers.
    const cwd = await temporaryCopy(root)
    const inNotes = await call('search_notes', { query: asked, top: 5 })
    const notes = await runJson(['search', asked, '--top', '5'], { cwd })
    expect(inNotes.structuredContent).toMatchObject({ results: (notes as { results: unknown }).results })
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
}, 60_000)

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
}, 60_000)

test.each([1, 30])(
  'the end of stdin in the middle of %i calls ends it without an error',
  async (count) => {
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
  },
  20_000,
)
