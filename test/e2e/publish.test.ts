import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Task, GetTaskRequest, SendMessageRequest, Task as TaskCodec } from '@a2a-js/sdk'
import { ClientFactory, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runDatacortex, runJson } from './one-process.ts'
import { startDatacortex } from './run-datacortex.ts'
import { useSampleSpace } from './sample-space.ts'
import { fingerprint, temporaryCopy } from './temporary-folder.ts'

const space = useSampleSpace()
const address = ['--url', 'https://agents.example.org/', '--out', 'public']
const text: unknown = expect.any(String)

describe('export', () => {
  test('cards, catalogue and registration files; again, nothing is written', async () => {
    const cwd = await temporaryCopy(space().root)
    const before = await fingerprint(cwd)
    for (const what of ['a2a', 'catalog', 'erc8004']) {
      expect(await runJson(['export', what, ...address, '--dry-run'], { cwd })).toMatchObject({ dry_run: true })
    }
    expect(await fingerprint(cwd)).toEqual(before)
    const first = await runJson(['export', 'a2a', 'translator', 'sql-tuner', ...address], { cwd })
    expect(first).toMatchObject({ files: [text, text], written: [text, text] })
    expect(await runJson(['export', 'catalog', ...address], { cwd })).toMatchObject({ written: [text] })
    const registered = await runJson(['export', 'erc8004', ...address], { cwd })
    const listed = (await runJson(['agent', 'list'], { cwd })) as {
      agents: readonly { deprecated: boolean; module: string | null }[]
    }
    // What came with the program is published where it is named.
    const own = listed.agents.filter(({ deprecated, module }) => !deprecated && module === null)
    expect(registered).toHaveProperty('files.length', own.length)
    const mcp = ['--mcp-url', 'https://agents.example.org/mcp', '--mcp-version', '2025-06-18']
    await runJson(['export', 'erc8004', 'translator', ...address, ...mcp], { cwd })
    expect(await readJson(cwd, 'public/agents/translator/agent-registration.json')).toMatchObject({
      services: [{ name: 'A2A' }, { name: 'MCP', endpoint: mcp[1], version: mcp[3] }],
    })
    expect(await runJson(['export', 'erc8004', ...address, ...mcp.slice(0, 2)], { cwd, status: 2 })).toMatchObject({
      error: { code: 'CLI_USAGE' },
    })
    const again = await runJson(['export', 'a2a', 'translator', 'sql-tuner', ...address], { cwd })
    expect(again).toMatchObject({ files: [text, text], written: [] })
    const card = await readJson(cwd, 'public/agents/translator/.well-known/agent-card.json')
    expect(card).toMatchObject({
      name: 'translator',
      supportedInterfaces: [
        { url: 'https://agents.example.org/agents/translator/a2a', protocolVersion: '1.0' },
        { protocolBinding: 'HTTP+JSON' },
      ],
    })
    expect(card).not.toHaveProperty('url')
    const old = ['export', 'a2a', 'translator', ...address, '--protocol', '0.3']
    await runJson(old, { cwd })
    expect(await readJson(cwd, 'public/agents/translator/.well-known/agent-card.json')).toMatchObject({ url: text })
  })

  test('signed by a key that only its owner may read, which is never replaced', async () => {
    const cwd = await temporaryCopy(space().root)
    const made = await runDatacortex(['export', 'key', 'card.jwk'], { cwd })
    expect(made.stdout).toMatch(/ES256.*\nnext .* --sign card\.jwk\n/)
    expect(await runJson(['export', 'key', 'card.jwk'], { cwd, status: 1 })).toMatchObject({
      error: { code: 'EXPORT_SIGNING_KEY_EXISTS' },
    })
    await runJson(['export', 'a2a', 'translator', ...address, '--sign', 'card.jwk'], { cwd })
    expect(await readJson(cwd, 'public/agents/translator/.well-known/agent-card.json')).toMatchObject({
      signatures: [{ protected: text, signature: text }],
    })
    const keys = await readFile(join(cwd, 'public/.well-known/jwks.json'), 'utf8')
    const { d } = (await readJson(cwd, 'card.jwk')) as { d: string }
    expect(keys).not.toContain(d)
  })

  test('an agent that is not there, and an address that is none', async () => {
    const cwd = space().root
    expect(await runJson(['export', 'a2a', 'nobody', ...address], { cwd, status: 1 })).toMatchObject({
      error: { code: 'REGISTRY_AGENT_NOT_FOUND' },
    })
    const wrong = ['export', 'a2a', '--url', 'agents', '--out', 'public']
    expect(await runJson(wrong, { cwd, status: 1 })).toMatchObject({ error: { code: 'EXPORT_BASE_URL_INVALID' } })
  })
})

describe('serve', () => {
  test.each([
    ['JSON-RPC', new JsonRpcTransportFactory()],
    ['REST', new RestTransportFactory()],
  ])('the stock client finds and asks the router over %s; Ctrl-C ends it well', async (_, transport) => {
    const { url, stop } = await served([])
    const factory = new ClientFactory({ transports: [transport] })
    const client = await factory.createFromUrl(url)
    const message = {
      messageId: 'm1',
      role: 'ROLE_USER',
      parts: [{ text: 'my pod keeps crash looping after the rollout' }],
    }
    const answer = await client.sendMessage(SendMessageRequest.fromJSON({ message }))
    const task = JSON.parse(JSON.stringify(TaskCodec.toJSON(answer as Task))) as { id: string }
    expect(JSON.stringify(task)).toContain('kubernetes-operator')
    const got = TaskCodec.toJSON(await client.getTask(GetTaskRequest.fromJSON({ id: task.id })))
    expect(got).toMatchObject({ id: task.id, status: { state: 'TASK_STATE_COMPLETED' } })
    const events: string[] = []
    for await (const { payload } of client.sendMessageStream(SendMessageRequest.fromJSON({ message })))
      events.push(payload?.$case ?? '')
    expect([events[0], events.at(-1)]).toEqual(['task', 'statusUpdate'])
    expect(await stop('SIGINT')).toMatchObject({ status: 0, signal: null })
  })

  test('catalogue, search, and documents that are not sent twice', async () => {
    const { url } = await served([])
    const catalog = await fetch(`${url}.well-known/ai-catalog.json`)
    expect([catalog.status, JSON.stringify(await catalog.json())]).toEqual([200, expect.stringContaining('sql-tuner')])
    const card = await fetch(`${url}agents/sql-tuner/.well-known/agent-card.json`)
    const etag = card.headers.get('etag') ?? ''
    const again = await fetch(card.url, { headers: { 'if-none-match': etag } })
    expect([card.status, again.status]).toEqual([200, 304])
    const found = await fetch(`${url}search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: { text: 'can a blind person use our checkout page' } }),
    })
    const { results } = (await found.json()) as { readonly results: readonly unknown[] }
    expect(results[0]).toMatchObject({ displayName: 'accessibility-reviewer' })
  })

  test('an address that others reach needs a token, which is never on the command line', async () => {
    const refused = await runJson(['serve', '--host', '0.0.0.0', '--port', '0'], { cwd: space().root, status: 1 })
    expect(refused).toMatchObject({ error: { code: 'GATEWAY_TOKEN_MISSING' } })
    const missing = await runDatacortex(['serve', '--token-name', 'NOT_THERE'], { cwd: space().root })
    expect(missing.status).toBe(2)
    const { url } = await served([], { DATACORTEX_SERVER_TOKEN: 'a-long-and-random-token-of-32-bytes' })
    expect((await fetch(`${url}search`, { method: 'POST', body: '{}' })).status).toBe(401)
  })
})

type Served = {
  readonly url: string
  readonly stop: (signal: NodeJS.Signals) => Promise<{ readonly status: number | null }>
}

/** `datacortex serve` on a free port, until the end of the test. */
async function served(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Served> {
  const { child, ended } = startDatacortex(['serve', '--port', '0', ...args], { cwd: space().root, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk: string) => resolve(chunk))
    void ended.then(({ stderr }) => reject(new Error(stderr)))
  })
  const { url } = JSON.parse(line) as { url: string }
  const stop = async (signal: NodeJS.Signals): Promise<{ readonly status: number | null }> => {
    child.kill(signal)
    return await ended
  }
  return { url, stop }
}

async function readJson(cwd: string, path: string): Promise<unknown> {
  return JSON.parse(await readFile(join(cwd, path), 'utf8'))
}
