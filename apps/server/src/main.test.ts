import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const starter = `import { main } from ${JSON.stringify(fileURLToPath(new URL('main.ts', import.meta.url)))}
process.exitCode = await main(process.argv.slice(1))`

type Started = {
  readonly kill: (signal: NodeJS.Signals) => boolean
  readonly firstLine: Promise<string>
  readonly ended: Promise<{ readonly status: unknown; readonly stdout: string; readonly stderr: string }>
}

/** The program as a process of its own. */
function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Started {
  const node = ['--conditions=@datacortex/source', '--input-type=module', '--eval', starter, '--', ...args]
  const child = spawn(process.execPath, node, { env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const texts = { stdout: '', stderr: '' }
  const { promise: firstLine, resolve } = Promise.withResolvers<string>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.stdout += text
    if (texts.stdout.includes('\n')) resolve(texts.stdout.split('\n')[0] ?? '')
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text))
  const ended = once(child, 'close').then(([status]: unknown[]) => {
    resolve(texts.stdout)
    return { status, ...texts }
  })
  return { kill: (signal) => child.kill(signal), firstLine, ended }
}

async function space(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'server-'))
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 5 }))
  await mkdir(join(root, '.datacore', 'registry'), { recursive: true })
  await writeFile(
    join(root, '.datacore', 'registry', 'agents.yaml'),
    'version: 2.0.0\nagents:\n  cook: {name: Cook, description: Bakes bread, skills: []}\n',
  )
  return root
}

test('it says where it listens, answers, and stops when it is told to', async () => {
  const server = start(['--root', await space(), '--port', '0', '--json'])
  const { url } = JSON.parse(await server.firstLine) as { url: string }
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  const card = await fetch(`${url}agents/cook/.well-known/agent-card.json`)
  expect(await card.json()).toMatchObject({ name: 'Cook', supportedInterfaces: [{ url: `${url}agents/cook/a2a` }, {}] })
  server.kill('SIGTERM')
  const { status, stdout, stderr } = await server.ended
  expect([status, stdout]).toEqual([0, `${JSON.stringify({ url })}\n`])
  for (const line of stderr.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg')
})

test('the token is a secret of the space or of the environment', async () => {
  const root = await space()
  const refused = await start(['--root', root, '--host', '0.0.0.0', '--port', '0', '--json']).ended
  expect([refused.status, JSON.parse(refused.stdout)]).toMatchObject([1, { error: { code: 'GATEWAY_TOKEN_MISSING' } }])
  const token = 'of-the-environment-0123456789'
  const server = start(['--root', root, '--port', '0'], { DATACORTEX_SERVER_TOKEN: token })
  const url = (await server.firstLine).replace('listening on ', '')
  const card = `${url}.well-known/agent-card.json`
  expect((await fetch(card)).status).toBe(401)
  expect((await fetch(card, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  server.kill('SIGINT')
  const { status, stdout, stderr } = await server.ended
  expect([status, `${stdout}${stderr}`.includes(token)]).toEqual([0, false])
})

test.each([
  [['--port', '70000'], 2, 'SERVER_USAGE'],
  [['--port', 'x'], 2, 'SERVER_USAGE'],
  [['--nonsense'], 2, 'SERVER_USAGE'],
  [['--root', '/nowhere/at/all'], 1, 'SPACE_NOT_FOUND'],
  [['--root', '/nowhere/\u001b[2J'], 1, 'SPACE_NOT_FOUND'],
])('%j ends with %i', async (args, status, code) => {
  const ended = await start([...args, '--json']).ended
  expect([ended.status, JSON.parse(ended.stdout)]).toMatchObject([
    status,
    { error: { code, hint: expect.any(String) } },
  ])
  const plain = await start(args).ended
  expect([plain.status, plain.stdout, plain.stderr.startsWith(code)]).toEqual([status, '', true])
  expect(plain.stderr).not.toContain('\u001b')
})

test('--help has an example', async () => {
  const { status, stdout } = await start(['--help']).ended
  expect(status).toBe(0)
  expect(stdout).toContain('Example: datacortex-server')
})
