import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Caller, type OperationName, callerOf, operations } from '@datacortex/space'
import { openSpace } from 'datacortex'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type Question, discovery } from './door-questions.ts'
import { runDatacortex } from './one-process.ts'
import { environment, sharedCache } from './environment.ts'
import { program } from './run-datacortex.ts'
import { makeFolder } from './temporary-folder.ts'
import { trustAll } from './trust-all.ts'

/** What a door said: a document, or the code of an error. */
export type Outcome = { readonly answer: unknown } | { readonly code: string }

/** A way to a space of its own, which only this one changes. */
export type OpenDoor = AsyncDisposable & {
  readonly name: 'engine' | 'command' | 'mcp' | 'http'
  readonly root: string
  readonly ask: (name: OperationName, question: Question, signal?: AbortSignal) => Promise<Outcome>
}

/** A copy of a space in a folder of its own. */
export async function copyOf(root: string): Promise<string> {
  const folder = await makeFolder()
  await cp(root, folder, { recursive: true, preserveTimestamps: true })
  await rm(join(folder, '.test-config/trusted-spaces'), { recursive: true, force: true })
  await trustAll(folder)
  return folder
}

/** What questions need beside notes and agents; nobody on the internet is asked. */
export async function furnish(root: string): Promise<void> {
  await appendFile(join(root, '.datacore/settings.yaml'), '\nnetwork: {web_sources: false}\n')
  await writeFile(join(root, 'table.csv'), 'port,tide\nDover,6.2\n')
  await writeFile(join(root, 'Tables.md'), '# Tables\n\n[tides](table.csv)\n')
  await writeFile(join(root, 'page.html'), page)
  await writeFile(join(root, 'found.json'), JSON.stringify(discovery))
  await mkdir(join(root, 'more'))
  await writeFile(
    join(root, 'more/extra.md'),
    '---\nname: extra\ndescription: Counts gulls on a pier\n---\nCount them.\n',
  )
}

/** The space in this process, by the package `datacortex`. */
export async function engineDoor(root: string, caller?: Caller): Promise<OpenDoor> {
  const before = { ...process.env }
  // As the programs of the tests have it.
  Object.assign(process.env, { DATACORTEX_CACHE_DIR: sharedCache, DATACORTEX_CONFIG_DIR: `${root}/.test-config` })
  const space = await openSpace(root, { caller: caller ?? callerOf({}) })
  return {
    name: 'engine',
    root,
    ask: async (name, { input }, signal) => {
      try {
        return { answer: json(await space.call(name, input, { signal })) }
      } catch (error) {
        return { code: codeOf(error) }
      }
    },
    [Symbol.asyncDispose]: async () => {
      await space[Symbol.asyncDispose]()
      for (const name of ['DATACORTEX_CACHE_DIR', 'DATACORTEX_CONFIG_DIR'])
        if (before[name] === undefined) delete process.env[name]
        else process.env[name] = before[name]
    },
  }
}

/** The command line; each question is a command. */
export function commandDoor(root: string, env: Readonly<Record<string, string>> = {}): OpenDoor {
  return {
    name: 'command',
    root,
    ask: async (name, { args }) => {
      const words = operations[name].command.split(' ').filter((word) => !word.startsWith('--'))
      const { stdout, stderr } = await runDatacortex([...words, ...args, '--json'], { cwd: root, env })
      if (stdout === '') return { code: stderr }
      return outcome(JSON.parse(stdout))
    },
    [Symbol.asyncDispose]: async () => await Promise.resolve(),
  }
}

/** `datacortex mcp`. */
export async function mcpDoor(root: string, env: Readonly<Record<string, string>> = {}): Promise<OpenDoor> {
  const client = new Client({ name: 'doors', version: '1.0.0' })
  const args = [program, 'mcp', '--root', root, '--tools', 'all']
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args,
      env: { ...environment(root), ...env },
      stderr: 'ignore',
    }),
  )
  return {
    name: 'mcp',
    root,
    ask: async (name, { input }, signal) => {
      const called = { name: operations[name].tool, arguments: { ...input } }
      const said = await client.callTool(called, { timeout: 600_000, ...(signal === undefined ? {} : { signal }) })
      if (said.isError !== true) return { answer: said.structuredContent }
      const [first] = said.content as readonly { readonly text?: string }[]
      return { code: /^([A-Z][A-Z0-9_]+):/.exec(first?.text ?? '')?.[1] ?? String(first?.text) }
    },
    [Symbol.asyncDispose]: async () => await client.close(),
  }
}

/** The same door, and what an agent, or the one that finds agents, answers to an A2A message, and the search of its pages. */
export type HttpDoor = OpenDoor & {
  readonly message: (agent: string, text: string, token?: string) => Promise<unknown>
  readonly guide: (text: string) => Promise<unknown>
  readonly search: (text: string) => Promise<unknown>
}

/** `POST /api/NAME` of `datacortex serve`, with these rights. */
export async function httpDoor(root: string, rights: readonly string[]): Promise<HttpDoor> {
  const token = 'a-token-that-is-long-enough-for-this'
  const child = spawn(
    process.execPath,
    [program, 'serve', '--root', root, '--port', '0', '--json', '--rights', ...rights],
    { env: { ...environment(root), DATACORTEX_SERVER_TOKEN: token }, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [line] = await once(child.stdout, 'data')
  const { url } = JSON.parse(String(line)) as { readonly url: string }
  const post = async (
    path: string,
    body: object,
    { signal, as = token }: { readonly signal?: AbortSignal | undefined; readonly as?: string | undefined } = {},
  ): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0', authorization: `Bearer ${as}` },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    })
    return await response.json()
  }
  return {
    name: 'http',
    root,
    ask: async (name, { input }, signal) => outcome(await post(`api/${name}`, input, { signal })),
    message: async (agent, text, as) => await post(`agents/${agent}/a2a`, sendMessage(text), { as }),
    guide: async (text) => await post('a2a', sendMessage(text)),
    search: async (text) => await post('search', { query: { text } }),
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function sendMessage(text: string): object {
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] }
  return { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
}

/** What differs although it is the same: times, ids that are made, and where the space lies. */
export function comparable(outcome: Outcome, root: string): unknown {
  const text = JSON.stringify(outcome)
    // The command says of a file where it lies, the others what they were told.
    .replaceAll(`${JSON.stringify(root).slice(1, -1)}/`, '')
    .replaceAll(JSON.stringify(root).slice(1, -1), '<root>')
    // The command names itself as the program that a timer starts.
    .replaceAll(/(?<=[ "])[^ "]+ [^ "]+\/command-server\.ts(?=[ "])/g, 'datacortex')
    // Who asked is told apart in the log.
    .replaceAll(/"called_by":"client [^"]+"/g, '"called_by":"user"')
    .replaceAll(/,"client":"client [^"]+"/g, '')
    // Each door has a user of its own, and so a key of its own.
    .replaceAll(/"machine":"[0-9a-f]{32}"/g, '"machine":"<id>"')
    // Of a task with its place, and of a program with its folder.
    .replaceAll(/"(digest|hash)":"[0-9a-f]{64}"/g, '"$1":"<hash>"')
    .replaceAll(/"batch":"[0-9a-f]+"/g, '"batch":"<id>"')
    .replaceAll(/"(?:took_ms|duration_ms|tookMs)":\d+(?:\.\d+)?/g, '"ms":0')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?/g, '<time>')
    .replaceAll(
      /\b(exec|memory|note|ingest|research|search|embed|eval|feedback|import|r)-\d{4}-\d\d-\d\d-[0-9a-z]+/g,
      '$1-<id>',
    )
    .replaceAll(/\b(?:[0-9a-f]{8}-[0-9a-f]{4}-|exec-|eval-|r-)[\w-]+/g, '<id>')
  return JSON.parse(text)
}

function outcome(document: unknown): Outcome {
  const error = (document as { readonly error?: { readonly code?: unknown } }).error
  return error === undefined ? { answer: document } : { code: String(error.code) }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

/** As a document is sent: without what is undefined. */
function json(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

const page = `<!doctype html><html lang="en"><head><title>Slack water</title></head><body><article><h1>Slack water</h1>
<p>Slack water is the short time in which a tide turns and the stream of a harbour stands still. Pilots wait for it, since
a ship that is turned by no stream is steered with little room. In most harbours it lasts some twenty minutes.</p>
<p>It comes later each day by fifty minutes, as the moon does, and it is shorter at spring tides than at neap tides, for
the water that has to leave a harbour is more then. Tables give its time for each day of a year.</p></article></body></html>`
