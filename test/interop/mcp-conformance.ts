import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Runs the conformance suite of MCP against `/mcp` of `datacortex serve`, and says of each scenario that fails whether
 * that is ours. The suite speaks HTTP only; stdio has the tests of `test/e2e/mcp*.test.ts`.
 */
const version = '0.1.16'
const program = fileURLToPath(new URL('../../apps/cli/bin/datacortex.js', import.meta.url))
const sample = fileURLToPath(new URL('../../apps/cli/sample', import.meta.url))
const token = 'a-token-that-is-long-enough-for-this'

/** What the suite calls by names that only its own example server has, and optional parts that we do not offer. */
const notOurs: readonly (readonly [RegExp, string])[] = [
  [/^tools-call-/, 'calls a tool test_… of the example server of the suite'],
  [/^elicitation-|^server-sse-polling/, 'calls a tool test_… of the example server of the suite'],
  [/^json-schema-2020-12/, 'wants a tool json_schema_2020_12_tool of the example server of the suite'],
  [/^resources-(?:read|templates)-?/, 'reads test://… of the example server of the suite'],
  [/^resources-(?:un)?subscribe/, 'sessions of 2025 over HTTP are not offered; 2026 has subscriptions/listen'],
  [/^prompts-get-/, 'gets a prompt test_… of the example server of the suite'],
  [/^completion-complete/, 'completes a prompt test_… of the example server of the suite'],
  [/^logging-set-level/, 'logging is optional, not offered, and deprecated in 2026-07-28'],
]

if (!existsSync(join(program, '../../bundle/main.js'))) {
  process.stdout.write('missing: apps/cli is not built. Run pnpm build.\n')
  process.exit(2)
}
const root = await mkdtemp(join(tmpdir(), 'mcp-conformance-'))
const ended = new AbortController()
try {
  await cp(join(sample, 'notes'), join(root, 'notes'), { recursive: true })
  const env = { ...process.env, DATACORTEX_CONFIG_DIR: join(root, '.config'), DATACORTEX_SERVER_TOKEN: token }
  await outputOf(process.execPath, [program, 'init', root, '--from', join(sample, 'agents'), '--yes'], env)
  const rights = ['--rights', 'find', 'run', 'read']
  const args = [program, 'serve', '--root', root, '--port', '0', '--json', ...rights]
  const served = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'], signal: ended.signal })
  served.on('error', () => undefined)
  const [line] = await once(served.stdout, 'data')
  const door = await withToken(JSON.parse(String(line)).url)
  const suite = ['-y', `@modelcontextprotocol/conformance@${version}`, 'server', '--url', `${door.url}mcp`]
  const said = await outputOf('npx', suite, {
    ...process.env,
    // The one that this runs by: the suite needs it as new.
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
  })
  door.close()
  report(said)
} finally {
  ended.abort()
  await rm(root, { recursive: true, force: true, maxRetries: 5 })
}

/** The suite sends no token, and notes are shown to nobody without one. */
async function withToken(target: string): Promise<{ url: string; close: () => void }> {
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    const asked = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    asked.on('error', () => outgoing.destroy())
    incoming.pipe(asked)
  }
  const server = createServer(pass).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function outputOf(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 300_000 })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (text += piece.toString()))
  const [failure] = await Promise.race([once(child, 'close').then(() => []), once(child, 'error')])
  return failure === undefined ? text : `${command}: ${String(failure)}`
}

function report(said: string): void {
  const results = [...said.matchAll(/^([✓✗]) ([\w-]+): /gmu)].map(([, mark, name = '']) => ({ name, ok: mark === '✓' }))
  if (results.length === 0) {
    process.stdout.write(`missing: the suite did not run; npx needs the npm registry.\n${said.slice(-500)}\n`)
    process.exitCode = 2
    return
  }
  const failed = results.filter(({ ok }) => !ok)
  let ours = 0
  for (const { name } of failed) {
    const reason = notOurs.find(([pattern]) => pattern.test(name))?.[1]
    if (reason === undefined) ours += 1
    process.stdout.write(`failed  ${name}: ${reason ?? 'OURS'}\n`)
  }
  const passed = results.length - failed.length
  process.stdout.write(
    `passed  ${results
      .filter(({ ok }) => ok)
      .map(({ name }) => name)
      .join(', ')}\n`,
  )
  process.stdout.write(`${passed} of ${results.length} passed, ${failed.length - ours} not ours, ${ours} ours\n`)
  if (ours > 0) process.exitCode = 1
}
