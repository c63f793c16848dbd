import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SpacePaths } from '@datacortex/platform'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { approveMcpSource, hasMcpApproval, isMcpApproved, revokeMcpSource } from '../__fixtures__/mcp-approvals.ts'
import { openTestSources, sourcesSpace } from '../__fixtures__/sources-space.ts'
import { standingClock } from '../__fixtures__/standing-clock.ts'
import type { AskedSearch, Sources } from '../open-sources.ts'
import type { RegisteredSource } from '../read-sources.ts'
import { changedTools, mcpCommand } from './mcp-approval.ts'

const script = fileURLToPath(new URL('../__fixtures__/mcp-stdio-server.ts', import.meta.url))

// Of what a server leaves behind only the system knows.
const hasPs = spawnSync('ps', ['-A', '-o', 'pid=,pgid=,stat=,args=']).status === 0
beforeEach(({ skip }) => skip(!hasPs, 'a `ps` that shows process groups is not installed'))

type Opened = {
  readonly paths: SpacePaths
  readonly sources: Sources
  readonly source: RegisteredSource
  readonly mark: string
  readonly userDirectory: string
}

/** A source that is this server in a mode; `mark` is a word of its command line that no other process has. */
async function open(mode: string, { timeoutMs = 600_000, approve = true, lines = '' } = {}): Promise<Opened> {
  const mark = `mark-${crypto.randomUUID()}`
  const args = JSON.stringify(['--conditions=@datacortex/source', script, mode, mark])
  const paths = await sourcesSpace(`sources:
  tides:
    type: mcp
    tool: tides_search
    layers: [search]
    content_type: documents
    api_key: TIDES_KEY
    timeout_ms: ${timeoutMs}
    mcp: { command: ${JSON.stringify(process.execPath)}, args: ${args}, env: { TIDES_KEY: '{api_key}' }, arguments: { query: '{query}', n: '{limit}' } }
${lines}`)
  const userDirectory = join(paths.root, 'user')
  const sources = await openTestSources(paths, {}, { secret: () => Promise.resolve('k3y') })
  expect(sources.findings).toEqual([])
  const [source] = sources.all
  if (source === undefined) throw new Error('No source.')
  if (approve) await approveMcpSource(source, { paths, userDirectory })
  return { paths, sources, source, mark, userDirectory }
}

async function ask({ sources, source }: Opened): Promise<AskedSearch> {
  return await sources.ask(source, 'spring tides', { signal: new AbortController().signal, limit: 5 })
}

/** Command lines of processes with a word. */
function processes(word: string): readonly string[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,args=']).toString('utf8').split('\n')
  return lines.filter((line) => line.includes(word))
}

/** Everything of the process group that the server leads. */
function groupOf(mark: string): string {
  return processes(mark)[0]?.trim().split(/\s+/)[1] ?? ''
}

function inGroup(group: string): readonly string[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pgid=,stat=,args=']).toString('utf8').split('\n')
  return lines.filter((line) => line.trim().split(/\s+/)[0] === group && !/^\s*\d+\s+Z/.test(line))
}

test.each([
  [
    'json',
    {
      documents: [
        {
          id: 'https://t.example/1',
          title: 'About spring tides',
          url: 'https://t.example/1',
          snippet: 'High.',
          publishedAt: '2024-05-06',
        },
      ],
    },
  ],
  ['prints', { documents: [{ title: 'About spring tides' }] }],
])('maps what a tool gives: %s', async (mode, expected) => {
  const opened = await open(mode)
  expect(await ask(opened)).toMatchObject({ ok: true, ...expected })
  expect(await ask(opened), 'again, by the same server').toMatchObject({ ok: true, ...expected })
  expect(processes(opened.mark)).toHaveLength(1)
  await opened.sources[Symbol.asyncDispose]()
  expect(processes(opened.mark)).toEqual([])
})

test('nothing runs that was not approved, nor another command than that', async () => {
  const opened = await open('json', { approve: false })
  const { paths, sources, source, userDirectory, mark } = opened
  expect(await ask(opened)).toMatchObject({ ok: false, code: 'SOURCE_MCP_NOT_APPROVED' })
  expect(processes(mark)).toEqual([])
  await approveMcpSource(source, { paths, userDirectory })
  expect(await isMcpApproved(source, { paths, userDirectory })).toBe(true)
  const { mcp } = source
  if (mcp === undefined) throw new Error('No MCP.')
  for (const changed of [{ args: [...mcp.args, '-x'] }, { command: 'sh' }, { env: { ...mcp.env, X: '1' } }])
    expect(await isMcpApproved({ ...source, mcp: { ...mcp, ...changed } }, { paths, userDirectory })).toBe(false)
  expect(await isMcpApproved({ ...source, id: 'other' }, { paths, userDirectory })).toBe(false)
  expect(await sources.ask(source, 'x', { signal: new AbortController().signal })).toMatchObject({ ok: true })
})

test('the command is shown whole, with what is invisible spelled out', async () => {
  const { source, paths } = await open('json', { approve: false })
  const mcp = { command: 'run', args: ['a\u202Eb', 'c d', '"\n'], env: { KEY: 'x' }, headers: {}, arguments: {} }
  expect(await mcpCommand({ ...source, mcp }, { paths })).toMatchObject({
    command: String.raw`["run","a\u{202e}b","c d","\"\n"]`,
    env: ['KEY'],
  })
})

test('a launcher must be given an exact version', async () => {
  const opened = await open('json')
  const mcp = { ...opened.source.mcp, command: 'npx', args: ['-y', 'tides-mcp'], env: {}, headers: {}, arguments: {} }
  const source = { ...opened.source, mcp }
  const refused = { code: 'SOURCE_MISCONFIGURED', message: expect.stringContaining('not pinned') }
  await expect(approveMcpSource(source, opened)).rejects.toMatchObject(refused)
  const answer = await opened.sources.ask(source, 'x', { signal: new AbortController().signal })
  expect(answer).toMatchObject({ ok: false, code: refused.code, reason: refused.message })
})

test('a revoked source stays revoked when its command is changed back, and takes no other one with it', async () => {
  const { paths, source, userDirectory } = await open('json')
  const { mcp } = source
  if (mcp === undefined) throw new Error('No MCP.')
  const other = { ...source, id: 'other' }
  await approveMcpSource(other, { paths, userDirectory })
  const changed = { ...source, mcp: { ...mcp, args: [...mcp.args, '-x'] } }
  expect(await hasMcpApproval(changed, { paths, userDirectory })).toBe(true)
  expect(await revokeMcpSource(changed, { paths, userDirectory })).toBe(true)
  expect(await hasMcpApproval(changed, { paths, userDirectory })).toBe(false)
  expect(await isMcpApproved(source, { paths, userDirectory })).toBe(false)
  expect(await isMcpApproved(other, { paths, userDirectory })).toBe(true)
  expect(await revokeMcpSource(changed, { paths, userDirectory })).toBe(false)
})

test('a yes counts in one space only: elsewhere the same words may start another file', async () => {
  const { source, paths, userDirectory } = await open('json')
  const cloned = await sourcesSpace(await readFile(paths.sourcesFile, 'utf8'))
  const mark = source.mcp?.args.at(-1) ?? ''
  const sources = await openTestSources(cloned, {}, { userDirectory, secret: () => Promise.resolve('k3y') })
  const [twin] = sources.all
  expect(twin).toEqual(source)
  if (twin === undefined) throw new Error('No source.')
  const answer = await sources.ask(twin, 'x', { signal: new AbortController().signal })
  expect(answer).toMatchObject({ ok: false, code: 'SOURCE_MCP_NOT_APPROVED' })
  expect(processes(mark)).toEqual([])
  expect(await hasMcpApproval(twin, { paths: cloned, userDirectory })).toBe(false)
  expect(await revokeMcpSource(twin, { paths: cloned, userDirectory }), 'none of this space').toBe(false)
  expect(await isMcpApproved(source, { paths, userDirectory })).toBe(true)
  const link = join(cloned.root, 'link')
  await symlink(paths.root, link)
  expect(await isMcpApproved(source, { paths: { ...paths, root: link }, userDirectory }), 'the same folder').toBe(true)
})

test('changed tools are asked about again', async () => {
  const userDirectory = join((await sourcesSpace('')).root, 'user')
  const [before, after] = [await open('json'), await open('changed')]
  // The command stays the same while the program behind it changes.
  const { paths } = before
  const command = await mcpCommand(before.source, { paths })
  await approveMcpSource(before.source, { paths, userDirectory })
  const tool = (description: string) => ({ name: 'tides_search', description, inputSchema: {} })
  expect(await changedTools(command, { tools: [tool('Searches.')], userDirectory })).toBeUndefined()
  expect(await changedTools(command, { tools: [tool('Searches.')], userDirectory })).toBeUndefined()
  expect(await changedTools(command, { tools: [tool('Send notes.'), { name: 'b' }], userDirectory })).toBe(
    'its tools changed since they were approved: b, tides_search',
  )
  await approveMcpSource(before.source, { paths, userDirectory })
  expect(await changedTools(command, { tools: [tool('Send notes.')], userDirectory })).toBeUndefined()
  expect(await ask(after), 'first seen, so approved').toMatchObject({ ok: true })
})

test.each(['hangs-at-connect', 'hangs', 'progress'])('%s: ends in time and leaves no process', async (mode) => {
  standingClock()
  const opened = await open(mode, { timeoutMs: 1500 })
  const asking = ask(opened)
  await hanging(opened)
  await vi.advanceTimersByTimeAsync(1500)
  expect(await asking).toMatchObject({ ok: false, code: 'SOURCE_TIMEOUT', took_ms: 1500 })
  await end(opened)
})

test('a server that ignores that it is to end is ended', async () => {
  standingClock()
  const opened = await open('ignores-ends')
  expect(await ask(opened)).toMatchObject({ ok: true })
  await end(opened)
})

test('connecting may take ten seconds, also where an answer may take longer', async () => {
  standingClock()
  const opened = await open('hangs-at-connect')
  const asking = ask(opened)
  await hanging(opened)
  await vi.advanceTimersByTimeAsync(9999)
  expect(processes(opened.mark), 'not ended yet').toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  // The answer comes when the server has ended, which it is given time for.
  await vi.advanceTimersByTimeAsync(500)
  const reason = 'The MCP server of tides failed: connecting took longer than 10000 ms.'
  expect(await asking).toMatchObject({ ok: false, code: 'SOURCE_MCP_FAILED', reason })
  await end(opened)
})

/** Waits until a server has been started, and has its question if it hears any. */
async function hanging({ paths }: Opened): Promise<void> {
  await expect.poll(() => existsSync(join(paths.root, 'hung')), { interval: 0 }).toBe(true)
}

/** Ends the source while the clock stands, and its server with it, however long that would take. */
async function end({ sources, mark }: Opened): Promise<void> {
  const ending = sources[Symbol.asyncDispose]()
  await vi.advanceTimersByTimeAsync(1000)
  await ending
  expect(processes(mark)).toEqual([])
}

test('grandchildren end with their server, also those that ignore being asked to', async () => {
  standingClock()
  const opened = await open('grandchildren', { timeoutMs: 6000 })
  const asking = ask(opened)
  await hanging(opened)
  const group = groupOf(opened.mark)
  // The server itself, both that it started, and the one that the shell starts.
  await expect.poll(() => inGroup(group).length, { interval: 0 }).toBe(4)
  await vi.advanceTimersByTimeAsync(6000)
  expect(await asking).toMatchObject({ ok: false, code: 'SOURCE_TIMEOUT' })
  await end(opened)
  // What is killed ends when the system gives it its next turn; by itself it would sleep for a quarter of an hour.
  await expect.poll(() => inGroup(group)).toEqual([])
})

test('an abort ends the server at once', async () => {
  standingClock()
  const opened = await open('hangs')
  const controller = new AbortController()
  const asking = opened.sources.ask(opened.source, 'x', { signal: controller.signal })
  await hanging(opened)
  controller.abort(new Error('enough'))
  await expect(asking).rejects.toThrow('enough')
  await end(opened)
})

test.each([
  ['fails', 'quota is spent'],
  ['crashes', ''],
  ['floods', ''],
])('%s: is told with a code', async (mode, words) => {
  const opened = await open(mode)
  const answer = await ask(opened)
  expect(answer).toMatchObject({ ok: false, code: 'SOURCE_MCP_FAILED', reason: expect.stringContaining(words) })
  await opened.sources[Symbol.asyncDispose]()
  expect(processes(opened.mark)).toEqual([])
})

test('a server sees the variables that are named for it and no others', async () => {
  process.env['PLANTED_SECRET'] = 'x'
  onTestFinished(() => void delete process.env['PLANTED_SECRET'])
  const answer = await ask(await open('environment'))
  if (!answer.ok) throw new Error(answer.reason)
  const names = /names: (.*) in/.exec(answer.answer ?? '')?.[1]?.split(' ') ?? []
  expect(names.filter((name) => !name.startsWith('__'))).toEqual(['HOME', 'PATH', 'TIDES_KEY'])
})

test.each([
  ['a command that is not there', 'command: /nowhere/at-all', 'SOURCE_MCP_FAILED'],
  ['a tool that is not there', 'tool: other', 'SOURCE_MISCONFIGURED'],
])('%s is told with a code', async (_, change, code) => {
  const opened = await open('json')
  const mcp = opened.source.mcp
  if (mcp === undefined) throw new Error('No MCP.')
  const source = change.startsWith('tool')
    ? { ...opened.source, tool: 'other' }
    : { ...opened.source, mcp: { ...mcp, command: '/nowhere/at-all' } }
  await approveMcpSource(source, opened)
  expect(await ask({ ...opened, source })).toMatchObject({ ok: false, code })
  await opened.sources[Symbol.asyncDispose]()
  expect(processes(opened.mark)).toEqual([])
})
