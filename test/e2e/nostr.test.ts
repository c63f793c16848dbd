import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import NDK, { NDKEvent, NDKPrivateKeySigner, type NDKKind } from '@nostr-dev-kit/ndk'
import { startRelay } from '@datacortex/testkit'
import { nip19 } from 'nostr-tools'
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { expect, test } from 'vitest'
import { environment } from './environment.ts'
import { connectedWith } from './mcp-client.ts'
import { runDatacortex, runJson } from './one-process.ts'
import { httpDoor } from './doors.ts'
import { program, startDatacortex } from './run-datacortex.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { trustAll } from './trust-all.ts'

const secret = generateSecretKey()
const agents = `agents:
  translator: {name: Translator, description: Translates menus of restaurants., skills: []}
  orchestrator: {name: Orchestrator, description: Hands tasks on., skills: []}
`

async function space(relay: string) {
  const cwd = await temporaryFolder()
  await runJson(['init'], { cwd })
  await mkdir(join(cwd, '.datacore/registry'), { recursive: true })
  await writeFile(join(cwd, '.datacore/registry/agents.yaml'), agents)
  for (const [name, text] of [
    ['key', nip19.nsecEncode(secret)],
    ['passphrase', 'open sesame'],
  ] as const)
    await writeFile(join(cwd, name), text, { mode: 0o600 })
  await runJson(['nostr', 'relays', 'add', relay], { cwd })
  await trustAll(cwd)
  const locked = ['--passphrase-file', 'passphrase']
  await runJson(['keystore', 'import', '--kind', 'nostr', '--key-file', 'key', ...locked], { cwd })
  return { cwd, locked }
}

test('what is published here NDK reads, and what NDK publishes is found here', async () => {
  await using relay = await startRelay()
  const { cwd, locked } = await space(relay.url)
  const publish = ['export', 'nostr', 'translator', ...locked]
  expect(await runJson(publish, { cwd })).toMatchObject({ plan: [{ id: 'translator', action: 'publish' }] })
  expect(relay.events()).toEqual([])
  expect((await runDatacortex(publish, { cwd })).stdout).toContain('SPACE_NOSTR_NO_PROMPT')
  const done = await runJson([...publish, '--confirm'], { cwd })
  expect(done).toMatchObject({ results: [{ id: 'translator', status: 'published', relays: [relay.url] }] })

  const ndk = new NDK({ explicitRelayUrls: [relay.url], signer: new NDKPrivateKeySigner(generateSecretKey()) })
  // It waits so long at most, and longer than its relays take.
  await ndk.connect(2000)
  // NDK has no name for the kind.
  const kinds = JSON.parse('[4199]') as [NDKKind]
  const [read] = [...(await ndk.fetchEvents({ kinds, authors: [getPublicKey(secret)] }))]
  expect(read?.tagValue('title')).toBe('Translator')
  expect(read?.id).toBe(relay.events()[0]?.id)

  const theirs = new NDKEvent(ndk, {
    kind: kinds[0],
    content: '',
    tags: [
      ['title', 'Poet'],
      ['d', 'poet'],
      ['description', 'Writes verses.'],
    ],
    created_at: 1_700_000_000,
    pubkey: '',
  })
  await theirs.publish()
  for (const one of ndk.pool.relays.values()) one.disconnect()
  const found = await runJson(['nostr', 'find', 'verses', '--scoring', 'tenex'], { cwd })
  expect(found).toMatchObject({
    type: 'agent_discovery',
    data: { agentEventIds: [theirs.id] },
    results: [{ name: 'Poet' }],
  })
  expect(await runJson(['nostr', 'show', theirs.encode()], { cwd })).toMatchObject({ agent: { name: 'Poet' } })
})

test('a process that is killed between signing and publishing leaves one event, which the next one publishes', async () => {
  const sent: { readonly id: string }[] = []
  let kill: (() => void) | undefined
  await using relay = await startRelay({
    play: ({ message: [type, event] }) => {
      if (type !== 'EVENT') return false
      sent.push(event as { readonly id: string })
      kill?.()
      // What the first process sent is lost with it.
      return kill !== undefined
    },
  })
  const { cwd, locked } = await space(relay.url)
  const publish = ['export', 'nostr', 'translator', ...locked, '--confirm']
  const { child, ended } = startDatacortex([...publish, '--json'], { cwd })
  kill = () => child.kill('SIGKILL')
  expect((await ended).signal).toBe('SIGKILL')
  expect(relay.events()).toEqual([])
  kill = undefined
  expect(await runJson(publish, { cwd })).toMatchObject({
    plan: [{ action: 'resume' }],
    results: [{ status: 'published', event: sent[0]?.id }],
  })
  expect(await runJson(publish, { cwd })).toMatchObject({ plan: [{ action: 'none' }] })
  expect(relay.events().map(({ id }) => id)).toEqual([sent[0]?.id])
})

test('only the user and the default agent look for others: at the command, in a nested run and through MCP', async () => {
  await using relay = await startRelay()
  const { cwd, locked } = await space(relay.url)
  await runJson(['export', 'nostr', 'translator', ...locked, '--confirm'], { cwd })
  const nested = { cwd, env: { DATACORTEX_CHAIN: 'orchestrator', DATACORTEX_EXECUTION: 'exec-outer' } }
  const refused = { error: { code: 'SPACE_DISCOVERY_REFUSED' } }
  expect(await runJson(['nostr', 'find'], { ...nested, status: 1 })).toMatchObject(refused)
  const before = await connectedWith(nested.env, cwd)
  expect((await before.client.listTools()).tools.map(({ name }) => name)).not.toContain('find_agent')
  const answer = await before.call('find_agent', {})
  expect(JSON.stringify(answer)).toContain('Only the default agent can search')

  await runJson(['agent', 'default', 'orchestrator'], { cwd })
  expect(await runJson(['nostr', 'find'], nested)).toMatchObject({ results: [{ name: 'Translator' }] })
  const allowed = await connectedWith(nested.env, cwd)
  expect((await allowed.client.listTools()).tools.map(({ name }) => name)).toContain('find_agent')
  const { structuredContent } = await allowed.call('find_agent', {})
  expect(structuredContent).toMatchObject({ type: 'agent_discovery', data: { message: 'Found 1 agent.' } })
})

/** A space whose agents are a program that looks for others itself, and says what came out; one of them is the default. */
async function looking(relay: string) {
  const { cwd, locked } = await space(relay)
  await runJson(['export', 'nostr', 'translator', ...locked, '--confirm'], { cwd })
  await runJson(['agent', 'default', 'orchestrator'], { cwd })
  const { DATACORTEX_CONFIG_DIR: config = '', DATACORTEX_CACHE_DIR: cache = '' } = environment(cwd)
  const folders = `DATACORTEX_CONFIG_DIR=${JSON.stringify(config)} DATACORTEX_CACHE_DIR=${JSON.stringify(cache)}`
  const look = `${folders} ${JSON.stringify(process.execPath)} ${JSON.stringify(program)} nostr find --json || true`
  const runners = { default: 'looks', looks: { plugin: 'runner-command', command: ['sh', '-c', look] } }
  await appendFile(join(cwd, '.datacore/settings.yaml'), `\nrunners: ${JSON.stringify(runners)}\n`)
  await runJson(['trust', 'allow', '--yes'], { cwd })
  return cwd
}

test('what the default agent finds goes out unchanged: in MCP, and as a data part to an A2A client of the user', async () => {
  await using relay = await startRelay()
  const cwd = await looking(relay.url)
  const chain = { DATACORTEX_CHAIN: 'orchestrator' }
  const { structuredContent } = await (await connectedWith(chain, cwd)).call('find_agent', {})
  const { type, data, content } = structuredContent as Readonly<Record<string, unknown>>
  const discovery = { type, data, content }
  expect(discovery).toMatchObject({ type: 'agent_discovery', data: { agentEventIds: [relay.events()[0]?.id] } })
  const own = await runJson(['agent', 'run', 'orchestrator', 'Look'], { cwd })
  expect(own).toMatchObject({ discovery })
  const { token } = (await runJson(['token', 'add', 'desk', '--rights', 'run', 'discover'], { cwd })) as {
    token: string
  }
  await using door = await httpDoor(cwd, ['find', 'run'])
  const partsOf = (answer: unknown) =>
    (answer as { result: { task: { artifacts?: { parts: { data?: unknown; text?: string }[] }[] } } }).result.task
      .artifacts?.[0]?.parts ?? []
  const found = partsOf(await door.message('orchestrator', 'Look', token))
  expect(found.filter((part) => part.data !== undefined)).toEqual([{ data: discovery, mediaType: 'application/json' }])
  // The token lets the default agent look for others, and no other one.
  const other = partsOf(await door.message('translator', 'Look', token))
  expect(other).toEqual([
    {
      data: { error: expect.objectContaining({ code: 'SPACE_DISCOVERY_REFUSED' }) as object },
      mediaType: 'application/json',
    },
    { text: expect.stringContaining('SPACE_DISCOVERY_REFUSED') as string },
  ])
})

test('who asks an agent through the A2A server gets nothing found by it, be it the default agent', async () => {
  await using relay = await startRelay()
  const cwd = await looking(relay.url)
  await using door = await httpDoor(cwd, ['find', 'run', 'read', 'manage'])
  for (const answer of [
    await door.message('orchestrator', 'Look'),
    await door.ask('nostr.find', { input: {}, args: [] }),
  ]) {
    expect(JSON.stringify(answer)).toContain('SPACE_DISCOVERY_REFUSED')
    expect(JSON.stringify(answer)).not.toContain('Translator')
  }
})

test('a secret key is refused wherever it is typed, and never repeated', async () => {
  const cwd = await temporaryFolder()
  await runJson(['init'], { cwd })
  const nsec = nip19.nsecEncode(secret)
  for (const words of [
    ['nostr', 'show', nsec],
    ['remember', nsec],
    ['export', 'nostr', 'x', '--key', nsec],
    ['agent', nsec],
  ]) {
    const { status, stdout, stderr } = await runDatacortex(words, { cwd })
    expect([status, stdout + stderr], words[0]).toEqual([1, expect.stringContaining('secret key of Nostr')])
    expect(stdout + stderr).not.toContain(nsec.slice(5, 25))
  }
})
