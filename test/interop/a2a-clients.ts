import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { datacortexIn } from './processes.ts'

// Run by hand: `pnpm build && node test/interop/a2a-clients.ts`. Installs the clients from npm into a temporary folder.

/** How a client, at one version, asks the server: what each step is, and the code that throws if it fails. */
const clients: readonly { readonly name: string; readonly version: string; readonly steps: string }[] = [
  {
    name: '@a2a-js/sdk',
    version: '0.3.14',
    steps: `
      import { A2AClient } from '@a2a-js/sdk/client'
      const client = await A2AClient.fromCardUrl(base + '.well-known/agent-card.json')
      const said = { kind: 'message', messageId: 'm1', role: 'user', parts: [{ kind: 'text', text: 'describe cook' }] }
      await step('message/send', async () => (await client.sendMessage({ message: said })).result.status.state === 'completed')
      await step('message/stream', async () => {
        const kinds = []
        for await (const event of client.sendMessageStream({ message: { ...said, messageId: 'm2' } })) kinds.push(event.kind)
        return kinds[0] === 'task' && kinds.at(-1) === 'status-update'
      })
      await step('tasks/get', async () => {
        const { result } = await client.sendMessage({ message: { ...said, messageId: 'm3' } })
        return (await client.getTask({ id: result.id })).result.id === result.id
      })`,
  },
  {
    name: '@a2a-js/sdk',
    version: '1.3.0',
    steps: `
      import { SendMessageRequest } from '@a2a-js/sdk'
      import { ClientFactory, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client'
      for (const [name, transport] of [['JSON-RPC', new JsonRpcTransportFactory()], ['REST', new RestTransportFactory()]]) {
        const client = await new ClientFactory({ transports: [transport] }).createFromUrl(base, '.well-known/agent-card.json')
        const sent = () => SendMessageRequest.fromJSON({ message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: 'describe cook' }] } })
        let id
        await step(name + ' SendMessage', async () => (id = (await client.sendMessage(sent())).id) !== undefined)
        await step(name + ' SendStreamingMessage', async () => {
          const kinds = []
          for await (const event of client.sendMessageStream(sent())) kinds.push(event.payload.$case)
          return kinds[0] === 'task' && kinds.at(-1) === 'statusUpdate'
        })
        await step(name + ' GetTask', async () => (await client.getTask({ tenant: '', id })).id === id)
      }`,
  },
]

const folder = await realpath(await mkdtemp(join(tmpdir(), 'datacortex-a2a-')))
try {
  const root = join(folder, 'space')
  await mkdir(root)
  const datacortex = datacortexIn(root)
  await datacortex.run(['init'])
  await mkdir(join(root, '.datacore', 'registry'), { recursive: true })
  const cook = 'version: 2.0.0\nagents:\n  cook: {name: Cook, description: Bakes bread, version: 1.0.0, skills: []}\n'
  await writeFile(join(root, '.datacore', 'registry', 'agents.yaml'), cook)
  await writeFile(join(root, '.datacore', 'settings.yaml'), 'serve: {a2a_0_3: true}\n')
  await datacortex.run(['trust', 'approve', '--yes'])
  await using server = await datacortex.start(['serve', '--port', '0'])
  const base = String(server.document['url'])
  const all: Tried[] = []
  for (const [place, client] of clients.entries()) all.push(await tried(client, join(folder, String(place)), base))
  const sum = (what: keyof Tried): number => all.reduce((count, one) => count + one[what], 0)
  const failed = sum('failed')
  console.log(`${sum('passed')} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

type Tried = { readonly passed: number; readonly failed: number }

/** Prints what passed and what failed, and why. */
async function tried({ name, version, steps }: (typeof clients)[number], place: string, base: string): Promise<Tried> {
  await mkdir(place)
  await writeFile(join(place, 'package.json'), '{"private":true,"type":"module"}')
  const installed = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`], {
    cwd: place,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (installed.status !== 0) {
    console.log(`failed: ${name} ${version}: npm can't install it here: ${installed.stderr.trim().split('\n').at(-1)}`)
    return { passed: 0, failed: 1 }
  }
  const [imports, code] = [steps.match(/^ *import .*$/gm) ?? [], steps.replace(/^ *import .*$/gm, '')]
  const program = `${imports.join('\n')}
const base = ${JSON.stringify(base)}
const step = async (what, work) => {
  const why = await work().then((isSo) => (isSo ? undefined : 'another answer than expected'), (error) => String(error.message ?? error))
  console.log((why === undefined ? 'passed' : 'failed') + ': ${name} ${version} ' + what + (why === undefined ? '' : ': ' + why))
}
${code}`
  await writeFile(join(place, 'client.mjs'), program)
  const { stdout, stderr, status } = spawnSync(process.execPath, [pathToFileURL(join(place, 'client.mjs')).pathname], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  process.stdout.write(stdout)
  if (status !== 0)
    console.log(
      `failed: ${name} ${version}: ${
        stderr
          .trim()
          .split('\n')
          .find((line) => line.includes('Error')) ?? 'it took too long'
      }`,
    )
  const count = (what: RegExp): number => (stdout.match(what) ?? []).length
  return { passed: count(/^passed/gm), failed: count(/^failed/gm) + (status === 0 ? 0 : 1) }
}
