import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connected, useConnection } from './mcp-client.ts'
import { runJson } from './one-process.ts'
import { environment } from './environment.ts'
import { program, startProgram } from './run-datacortex.ts'
import { useSampleSpaceWithNotes } from './sample-space.ts'
import { temporaryCopy, temporaryFolder } from './temporary-folder.ts'

const space = useSampleSpaceWithNotes()
const connection = useConnection(() => space().root)
const text: unknown = expect.any(String)

test('an assistant searches, reads, follows, writes and remembers', async () => {
  const root = await temporaryCopy(space().root)
  const { call, client } = await connected(root)
  const { tools } = await client.listTools()
  expect(Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]))).toMatchObject({
    find_agents: true,
    describe_agent: true,
    route_task: true,
    agent_context: true,
    run_agent: false,
    search_notes: true,
    read_notes: true,
    note_links: true,
    recent_notes: true,
    write_note: false,
    append_to_note: false,
    edit_note: false,
    move_note: false,
    remove_note: false,
    remember: false,
  })
  expect(await call('search_notes', { query: 'why is the water highest after a full moon', top: 1 })).toMatchObject({
    content: [{ text: expect.stringMatching(/pulls of sun and moon/) }],
    structuredContent: { results: [{ title: 'Spring tides', id: text }] },
  })
  expect(await call('read_notes', { notes: ['springs'] })).toMatchObject({
    content: [{ text: expect.stringContaining('Between two of them lies [[Slack water]]') }],
  })
  const written = await call('write_note', { title: 'Neap tides', text: '--- see [[springs]]', tags: ['sea'] })
  expect(written).toMatchObject({ structuredContent: { path: 'Neap tides.md', undo: text } })
  await call('append_to_note', { note: 'neap tides', text: '- a list' })
  expect(await readFile(join(root, 'Neap tides.md'), 'utf8')).toMatch(/--- see \[\[springs\]\]\n\n- a list\n$/)
  await call('edit_note', { note: 'neap tides', old: '- a list', text: '- another' })
  expect(await readFile(join(root, 'Neap tides.md'), 'utf8')).toMatch(/\n\n- another\n$/)
  await call('edit_note', { note: 'neap tides', old: '- another', text: '' })
  expect(await readFile(join(root, 'Neap tides.md'), 'utf8')).not.toContain('another')
  expect(await call('note_links', { note: 'springs' })).toMatchObject({
    structuredContent: { backlinks: [{ path: 'Neap tides.md' }] },
  })
  expect(await call('move_note', { note: 'neap tides', to: 'sea/' })).toMatchObject({
    structuredContent: { moved: { from: 'Neap tides.md', to: 'sea/Neap tides.md' }, undo: text },
  })
  expect(await call('recent_notes', { top: 1 })).toMatchObject({
    structuredContent: { notes: [{ path: 'sea/Neap tides.md' }] },
  })
  expect(await call('remove_note', { note: 'neap tides' })).toMatchObject({
    structuredContent: { removed: 'sea/Neap tides.md', backlinks: [], undo: text },
  })
  expect(await call('remember', { text: 'Springs lag the moon by two days here.', tags: ['sea'] })).toMatchObject({
    structuredContent: { id: text },
  })
  expect(await call('search_notes', { query: 'lag of springs', type: 'session-memory', top: 1 })).toMatchObject({
    content: [{ text: expect.stringContaining('lag the moon by two days') }],
  })
  expect(await call('find_agents', { task: 'my pod keeps crash looping' })).toMatchObject({
    structuredContent: { results: expect.arrayContaining([expect.objectContaining({ id: 'kubernetes-operator' })]) },
  })
  expect(await call('agent_context', { agent: 'research-librarian', task: 'lag of springs' })).toMatchObject({
    content: [{ text: expect.stringContaining('Springs lag the moon by two days here.') }],
  })
  await writeFile(join(root, 'table.md'), '# Table\n')
  expect(await call('run_agent', { agent: 'file-reader', task: 'table.md' })).toMatchObject({
    structuredContent: { status: 'success', execution_id: text },
  })
})

test('what fails is told with its hint, and the connection goes on', async () => {
  const { call } = connection()
  expect(await call('read_notes', { notes: ['nobody'] })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^CLI_NOTE_UNKNOWN: .*\ndatacortex search/) }],
  })
  expect(await call('agent_context', { agent: '--help', task: '--json' })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('REGISTRY_AGENT_NOT_FOUND') }],
  })
  expect(await call('search_notes', { query: '--save=1' })).toMatchObject({ structuredContent: { query: '--save=1' } })
  expect(await call('search_notes', { query: 'x', top: 0 })).toMatchObject({ isError: true })
  const many = await Promise.all(['tide', 'bread', 'starter', 'water'].map((query) => call('search_notes', { query })))
  expect(many.map(({ isError }) => isError)).toEqual([undefined, undefined, undefined, undefined])
})

test('a lone dash is text, and calls at the same time wait for each other', async () => {
  const root = await temporaryCopy(space().root)
  const { call } = await connected(root)
  expect(await call('write_note', { title: 'Dash', text: '-' })).toMatchObject({
    structuredContent: { path: 'Dash.md' },
  })
  const lines = Array.from({ length: 6 }, (_, index) => `line ${index}`)
  const added = await Promise.all(lines.map((line) => call('append_to_note', { note: 'Dash', text: line })))
  expect(added.map(({ isError }) => isError)).toEqual(lines.map(() => undefined))
  const text = await readFile(join(root, 'Dash.md'), 'utf8')
  expect(text).toMatch(/^---\n[\s\S]*?---\n\n# Dash\n\n-\n\nline/)
  expect(text.match(/^line \d+$/gm)?.toSorted()).toEqual(lines.toSorted())
})

test.each([
  ['nothing', '', 0],
  ['one message of 11 MB', `{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(11_000_000)}"}`, 1],
])('with %s on stdin it ends by itself', async (_what, input, status) => {
  const file = join(await temporaryFolder(), 'input')
  await writeFile(file, input)
  // A file has an end and, other than a pipe, nobody who closes it.
  const command = '"$0" "$1" mcp --root "$2" < "$3"'
  const args = ['-c', command, process.execPath, program, space().root, file]
  const run = await startProgram('sh', { cwd: space().root, args }).ended
  expect(run).toMatchObject({ status, stdout: '' })
  expect(run.stderr).toMatch(status === 0 ? /^$/ : /CLI_CONNECTION_BROKEN/)
})

test('a client learns what the space is for, which tool may change what, and that the tools stay', async () => {
  const { client } = connection()
  const { tools } = await client.listTools()
  expect(client.getInstructions()).toMatch(/search_notes.*find_agents.*remember/)
  expect(client.getServerCapabilities()).toEqual({
    tools: { listChanged: false },
    prompts: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
    completions: {},
    extensions: { 'io.modelcontextprotocol/tasks': {} },
  })
  const mayLose = tools.flatMap(({ name, annotations }) => (annotations?.destructiveHint === true ? [name] : []))
  expect(mayLose).toEqual(expect.arrayContaining(['run_agent', 'remove_agents']))
  expect(mayLose).not.toContain('remove_note')
})

test('--read-only leaves out what writes or runs', async () => {
  const { client } = await connected(space().root, '--read-only')
  expect(client.getInstructions()).not.toMatch(/run_agent|remember\b/)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).not.toContain('write_note')
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
})

test('a run that is cancelled ends, and the next one is answered', async () => {
  const root = await temporaryCopy(space().root)
  const runners = { default: 'slow', slow: { plugin: 'runner-command', command: ['sleep', '613.75'] } }
  await writeFile(join(root, '.datacore/settings.yaml'), `runners: ${JSON.stringify(runners)}\n`)
  const config = join(root, '.test-config')
  await runJson(['trust', 'approve', '--yes'], { cwd: root, env: { DATACORTEX_CONFIG_DIR: config } })
  const { client, call } = await connected(root)
  const given = new AbortController()
  const run = client.callTool(
    { name: 'run_agent', arguments: { agent: 'research-librarian', task: 'wait' } },
    { signal: given.signal },
  )
  const outcome = run.then(() => 'answered', String)
  await expect.poll(() => isRunning(['sleep', '613.75'])).toBe(true)
  given.abort()
  expect(await outcome).toMatch(/abort/i)
  expect(await call('recent_notes', {})).toMatchObject({ structuredContent: { notes: expect.any(Array) } })
  await expect.poll(() => isRunning(['sleep', '613.75'])).toBe(false)
})

test('anyone who closes the pipe ends it, and nothing but the protocol is on stdout', async () => {
  const child = spawn(process.execPath, [program, 'mcp', '--root', space().root], {
    env: environment(space().root),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (stdout += piece))
  child.stdin.write('no JSON\n')
  const opening = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: opening })}\n`)
  while (!stdout.includes('\n')) await once(child.stdout, 'data')
  child.stdin.end()
  expect(await once(child, 'close')).toEqual([0, null])
  const lines = stdout.trimEnd().split('\n')
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  expect(stdout).toContain('"serverInfo"')
})

async function isRunning(command: readonly string[]): Promise<boolean> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const texts = await Promise.all(
    processes.map(async (id) => await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  )
  return texts.includes(`${command.join('\0')}\0`)
}
