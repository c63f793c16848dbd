import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, type Server, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { datacortexIn } from './processes.ts'

// Run by hand: `pnpm build && A2A_TCK=<folder of a2aproject/a2a-tck> node test/interop/a2a-tck.ts`. The folder has a virtual
// environment with what the suite needs, `.venv`, or `python3` has it.

/** The revision whose requirements were read; a failure of another one may be new. */
const revision = '208a565cb889d40d34a334568e27b297d7cd0c33'

/** Tests that fail although the server does what A2A 1.0.1 says, by a piece of their name. */
const allowed: Readonly<Record<string, string>> = {
  'grpc]': '§5: an agent chooses its bindings; this one has JSON-RPC and REST',
  test_no_snake_case_keys: '§5.5 is about fields of the protocol; metadata of a task is a free map',
}

const agent = `
import { writeFileSync } from 'node:fs'
let text = ''
for await (const piece of process.stdin) text += piece
const task = process.argv.slice(2).join(' ') + text
const last = task.lastIndexOf('tck-')
const what = task.slice(last)
const answers = {
  'tck-input-required': 'INPUT_REQUIRED: What more?',
  'tck-auth-required': 'AUTH_REQUIRED: Sign in first.',
  'tck-message-response': 'MESSAGE: Direct message response',
  'tck-artifact-text': 'Generated text content',
  'tck-artifact-file': 'FILE: output.txt',
  'tck-artifact-data': '{"key": "value", "count": 42}',
}
// Larger than what stands in an answer.
if (what.includes('-artifact-file')) writeFileSync('output.txt', 'x'.repeat(what.includes('-url') ? 1_000_001 : 3))
const [, answer = 'Done.'] = Object.entries(answers).find(([name]) => what.startsWith(name)) ?? []
if (what.startsWith('tck-delayed-complete')) await new Promise((resolve) => setTimeout(resolve, 2000))
process.stdout.write(answer)
`

const folder = process.env['A2A_TCK']
const python =
  folder === undefined
    ? ''
    : [join(folder, '.venv/bin/python'), 'python3'].find((one) => one === 'python3' || existsSync(one))
const missing = [
  ...(folder === undefined || !existsSync(join(folder, 'run_tck.py'))
    ? ['A2A_TCK, the folder of a clone of a2aproject/a2a-tck']
    : []),
  ...['pytest', 'httpx', 'jsonschema', 'grpc', 'google.protobuf']
    .filter((name) => spawnSync(python || 'python3', ['-c', `import ${name}`]).status !== 0)
    .map((name) => `the Python package ${name}`),
]
if (folder === undefined || python === undefined || missing.length > 0) {
  console.error(`The suite can't run here; missing: ${missing.join(', ')}.`)
  process.exitCode = 2
} else await runSuite(folder, python)

async function runSuite(suite: string, interpreter: string): Promise<void> {
  const found = spawnSync('git', ['-C', suite, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout.trim()
  if (found !== revision) console.error(`The suite is at ${found}, the list of allowed failures is for ${revision}.`)
  const root = await realpath(await mkdtemp(join(tmpdir(), 'datacortex-tck-')))
  try {
    const [proxy, relay] = [await listening(), await listening()]
    const { base } = proxy
    relayOn(relay.server)
    const datacortex = datacortexIn(root)
    await datacortex.run(['init'])
    await mkdir(join(root, '.datacore', 'registry'), { recursive: true })
    await writeFile(
      join(root, '.datacore', 'registry', 'agents.yaml'),
      'version: 2.0.0\nagents:\n  tck: {name: TCK, description: Answers the suite, version: 1.0.0, skills: []}\n',
    )
    await writeFile(join(root, 'agent.mjs'), agent)
    const runner = { plugin: 'runner-command', command: [process.execPath, join(root, 'agent.mjs')] }
    await writeFile(
      join(root, '.datacore', 'settings.yaml'),
      JSON.stringify({
        runners: { default: 'suite', suite: runner },
        serve: { allow_private: [new URL(relay.base).host] },
      }),
    )
    await datacortex.run(['export', 'key', join(root, 'card.jwk')])
    await datacortex.run(['trust', 'approve', '--yes'])
    const port = await freePort()
    await using _server = await datacortex.start([
      'serve',
      '--port',
      port,
      '--url',
      base,
      '--sign',
      join(root, 'card.jwk'),
    ])
    passOn(proxy.server, new URL(`http://127.0.0.1:${port}/`), relay.base)
    const report = join(root, 'report.xml')
    const child = spawn(
      interpreter,
      [
        '-m',
        'pytest',
        'tests/compatibility',
        `--sut-host=${base}agents/tck`,
        `--junitxml=${report}`,
        '-q',
        '-rsx',
        '--tb=line',
      ],
      { cwd: suite, stdio: ['ignore', 'inherit', 'inherit'] },
    )
    await once(child, 'close')
    for (const { server } of [proxy, relay]) server.close()
    tell(await readFile(report, 'utf8'))
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

type Listening = { readonly server: Server; readonly base: string }

async function listening(): Promise<Listening> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = server.address()
  return { server, base: `http://127.0.0.1:${typeof own === 'object' ? own?.port : ''}/` }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

/** The request as it came, at another address and with another body. */
async function sentOn({ method = 'GET', headers }: IncomingMessage, to: URL | string, body: string): Promise<Response> {
  const { host: _, 'content-length': __, connection: ___, ...kept } = headers
  return await fetch(to, { method, headers: kept as Record<string, string>, ...(body === '' ? {} : { body }) })
}

/** Brings notifications to the receiver of the suite, whose port nobody knows when the server is set up. */
function relayOn(relay: Server): void {
  relay.on('request', (request, response) => {
    void (async () => {
      const [, port, path] = /^\/(\d+)(\/.*)$/.exec(request.url ?? '') ?? []
      const { status } = await sentOn(request, `http://127.0.0.1:${port}${path}`, await bodyOf(request))
      response.writeHead(status).end()
    })().catch(() => response.destroy())
  })
}

async function freePort(): Promise<string> {
  const { server, base } = await listening()
  server.close()
  return new URL(base).port
}

/** The suite says by ids of messages what its agent is to do; runners get no ids, so these are put before the text. */
function passOn(proxy: Server, target: URL, relay: string): void {
  proxy.on('request', (request, response) => {
    void (async () => {
      const body = await bodyOf(request)
      const id = /"messageId":\s*"(tck-[a-z0-9-]+)/.exec(body)?.[1]
      const relayed = body.replace(/http:\/\/localhost:(\d+)\/webhook/, `${relay}$1/webhook`)
      const marked = id === undefined ? relayed : relayed.replace(/"parts":\s*\[/, `"parts":[{"text":"${id}"},`)
      const answer = await sentOn(request, new URL(request.url ?? '/', target), marked)
      response.writeHead(
        answer.status,
        Object.fromEntries(
          [...answer.headers].filter(([name]) => !/^(content-length|transfer-encoding|connection)$/.test(name)),
        ),
      )
      for await (const piece of answer.body ?? []) response.write(piece)
      response.end()
    })().catch(() => response.destroy())
  })
}

function tell(report: string): void {
  const cases = [
    ...report.matchAll(/<testcase classname="([^"]*)" name="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g),
  ]
  const failed = cases.filter(([, , , inside = '']) => /<(?:failure|error)/.test(inside)).map(([, , name = '']) => name)
  const skipped = cases.filter(([, , , inside = '']) => inside.includes('<skipped')).length
  const reasonOf = (name: string): string | undefined =>
    Object.entries(allowed).find(([piece]) => name.includes(piece))?.[1]
  for (const name of failed) console.log(`failed: ${name}: ${reasonOf(name) ?? 'OURS'}`)
  const ours = failed.filter((name) => reasonOf(name) === undefined).length
  console.log(
    `${cases.length - failed.length - skipped} passed, ${failed.length} failed (${ours} ours), ${skipped} skipped`,
  )
  process.exitCode = ours === 0 ? 0 : 1
}
