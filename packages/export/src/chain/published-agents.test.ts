import { once } from 'node:events'
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { readRegistry } from '@datacortex/registry'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { exportRegistrations } from '../erc8004/export-registrations.ts'
import { asAccount, chainSpace, registryText } from './__fixtures__/chain-space.ts'
import { type LocalChain, startLocalChain } from './local/start-local-chain.ts'
import { listNetworks } from './connect/network.ts'
import { rateAgents } from './rate-agents.ts'
import { readReputation } from './read-reputation.ts'
import { readUri } from './identities/read-uri.ts'
import { registerAgents } from './register-agents.ts'
import { statusAgents } from './status-agents.ts'
import { updateAgents } from './update-agents.ts'
import { verifyAgents } from './verify-agents.ts'

let chain: LocalChain
beforeAll(async () => void (chain = await startLocalChain()))
afterAll(async () => await chain.close())

test('the proofs of a published agent: chain, file, domain', async () => {
  const paths = await chainSpace(['writer'])
  const out = join(paths.root, 'site')
  const url = await serve(out)
  const options = { ids: ['writer'], url, rpc: chain.rpc }
  expect((await statusAgents(paths, options)).results).toMatchObject([{ status: 'unregistered', agent_id: null }])
  await registerAgents(paths, { ...options, ...asAccount(), confirm: true })
  expect((await statusAgents(paths, options)).results).toMatchObject([
    {
      status: 'registered',
      owner: chainOwner(),
      wallet: chainOwner(),
      uri: `${url}agents/writer/agent-registration.json`,
    },
  ])
  const before = await verifyAgents(paths, options)
  expect(before.results).toMatchObject([
    { verified: false, checks: [{ ok: true }, { check: 'file', ok: false }, { ok: null }] },
  ])
  await exportRegistrations(paths, { url, out })
  const after = await verifyAgents(paths, options)
  expect(after.results[0]?.checks.map(({ check, ok }) => [check, ok])).toEqual([
    ['chain', true],
    ['file', true],
    ['registrations', true],
    ['domain', true],
  ])
  const file = join(out, 'agents/writer/agent-registration.json')
  await writeFile(file, (await readFile(file, 'utf8')).replace('Agent writer', 'Agent Mallory'))
  const forged = await verifyAgents(paths, options)
  expect(forged.results[0]?.checks[1]).toEqual({ check: 'file', ok: false, detail: 'differs in name' })
})

test('a file that has errors since it was registered is not brought up to date, and that is said', async () => {
  const paths = await chainSpace(['broken'])
  const options = { ids: ['broken'], url: 'https://a.example.org/', rpc: chain.rpc, uri: 'data' } as const
  const [first] = (await registerAgents(paths, { ...options, ...asAccount(), confirm: true })).results
  const text = await registryText(paths)
  const named = 'name: Agent broken\n'
  await writeFile(paths.agentsFile, text.replace(named, `${named}    x-erc8004: {image: nowhere}\n`))
  for (const confirm of [false, true]) {
    const updated = await updateAgents(paths, { ...options, ...asAccount(), confirm })
    const error = { code: 'EXPORT_REGISTRATION_REFUSED' }
    expect(updated).toMatchObject({
      plan: [{ action: 'refused', error }],
      results: [{ status: 'failed', agent_id: first?.agent_id, error }],
      resume: [],
    })
  }
  const again = await registerAgents(paths, { ...options, ...asAccount(), confirm: true })
  expect(again.results, 'who is registered stays so').toMatchObject([{ status: 'unchanged' }])
})

test('an update sends only what changed', async () => {
  const paths = await chainSpace(['kept', 'changed'])
  const options = { ids: ['kept', 'changed'], url: 'https://a.example.org/', rpc: chain.rpc, uri: 'data' } as const
  const early = await updateAgents(paths, { ...options, ...asAccount(), confirm: true })
  const hint = stringOf(/`datacortex chain register changed --network local --url https:\/\/a\.example\.org\/`/)
  expect(early.results).toMatchObject([
    { status: 'failed', error: { code: 'EXPORT_AGENT_UNREGISTERED', hint } },
    { status: 'failed' },
  ])
  expect(early.resume, 'an update never registers').toEqual([])
  await registerAgents(paths, { ...options, ...asAccount(), confirm: true })
  await writeFile(paths.agentsFile, (await registryText(paths)).replace('named changed.', 'with a new end.'))
  expect((await statusAgents(paths, options)).results).toMatchObject([{ status: 'outdated' }, { status: 'registered' }])
  const plan = await updateAgents(paths, { ...options, ...asAccount() })
  expect(plan.findings).toEqual([])
  expect(plan.plan).toMatchObject([
    { id: 'changed', action: 'update', from_uri: stringOf(/^data:/), changed_fields: ['description'] },
    { id: 'kept', action: 'none' },
  ])
  expect(plan.results.map(({ status, agent_id: agentId }) => [status, agentId])).toEqual([
    ['planned', plan.plan[0]?.agent_id],
    ['unchanged', plan.plan[1]?.agent_id],
  ])
  const done = await updateAgents(paths, { ...options, ...asAccount(), confirm: true })
  expect(done.results).toMatchObject([{ status: 'updated' }, { status: 'unchanged', tx: null }])
  expect((await statusAgents(paths, options)).results).toMatchObject([
    { status: 'registered' },
    { status: 'registered' },
  ])
  // Now somebody else with the same key sets another one.
  const elsewhere = await chainSpace(['changed'])
  await writeFile(elsewhere.agentsFile, await registryText(paths))
  await updateAgents(elsewhere, { ...options, ids: ['changed'], uri: 'https', ...asAccount(), confirm: true })
  const drifted = { code: 'EXPORT_URI_DRIFTED', subject: 'changed' }
  expect(await statusAgents(paths, options)).toMatchObject({
    results: [{ status: 'outdated', changed_fields: null }, { changed_fields: [] }],
    findings: [drifted],
  })
  const back = await updateAgents(paths, { ...options, ...asAccount(), confirm: true })
  const from_uri = `${options.url}agents/changed/agent-registration.json`
  expect(back).toMatchObject({ plan: [{ from_uri }, {}], results: [{ status: 'updated' }, {}], findings: [drifted] })
  expect((await statusAgents(paths, options)).findings).toEqual([])
  const verified = await verifyAgents(paths, options)
  expect(verified.results.map((one) => one.verified)).toEqual([true, true])
})

test('an IPFS address is that of the file that is exported afterwards', async () => {
  const paths = await chainSpace(['pinned'])
  const out = join(paths.root, 'out')
  // Exported for others, a file names no identity of a local chain.
  const url = 'http://127.0.0.1:4100/'
  const options = { ids: ['pinned'], url, rpc: chain.rpc, uri: 'ipfs' } as const
  const { plan } = await registerAgents(paths, { ...options, ...asAccount(), confirm: true, out })
  const file = await readFile(join(out, 'agents/pinned/agent-registration.json'), 'utf8')
  const { ipfsUri } = await import('../erc8004/registration-uri.ts')
  expect(plan[0]?.uri).toBe(await ipfsUri(file))
  expect((await exportRegistrations(paths, { url, out, ids: ['pinned'] })).written).toEqual([
    join(out, '.well-known/agent-registration.json'),
  ])
})

test('evaluations become feedback once each, and come back as reputation', async () => {
  const paths = await chainSpace(['rated', 'unknown'])
  const options = { url: 'https://f.example.org/', rpc: chain.rpc }
  await registerAgents(paths, { ...options, ids: ['rated'], ...asAccount(0), confirm: true })
  const evaluation = (
    id: string,
    score: number,
    agent = 'rated',
  ): Parameters<typeof rateAgents>[1]['evaluations'][number] => ({
    id,
    evaluated_agent: agent,
    tags: ['writing'],
    scores: { task_completion: score, output_quality: score, efficiency: score },
  })
  const evaluations = [evaluation('eval-1', 90), evaluation('eval-2', 40), evaluation('eval-3', 10, 'unknown')]
  const repeated = [...evaluations, evaluation('eval-1', 90)]
  const own = await rateAgents(paths, { evaluations, rpc: chain.rpc, ...asAccount(0), confirm: true })
  expect(own.results[0]?.error).toMatchObject({
    code: 'EXPORT_CALL_REVERTED',
    message: expect.stringMatching(/: Self-feedback not allowed\. It was not sent\.$/),
  })
  const given = await rateAgents(paths, { evaluations: repeated, rpc: chain.rpc, ...asAccount(1), confirm: true })
  expect(given.results).toMatchObject([
    { evaluation: 'eval-1', status: 'given' },
    { evaluation: 'eval-2', status: 'given' },
    { evaluation: 'eval-3', status: 'failed', error: { code: 'EXPORT_AGENT_UNREGISTERED' } },
    { evaluation: 'eval-1', status: 'given', tx: given.results[0]?.tx },
  ])
  const again = await rateAgents(paths, { evaluations, rpc: chain.rpc, ...asAccount(1), confirm: true })
  expect(again.results.map(({ status }) => status)).toEqual(['unchanged', 'unchanged', 'failed'])
  const another = await rateAgents(paths, { evaluations, rpc: chain.rpc, ...asAccount(2), confirm: true })
  expect(another.results.map(({ status }) => status)).toEqual(['unchanged', 'unchanged', 'failed'])

  const query = { ...options, ids: ['rated'] }
  const [open] = (await readReputation(paths, query)).results
  expect(open).toMatchObject({
    count: 2,
    average: 65,
    positive_rate: 0.5,
    trusted: false,
    clients: [expect.anything()],
  })
  await expect(readReputation(paths, { ...query, record: true })).rejects.toMatchObject({
    code: 'EXPORT_CHAIN_OPTION_MISSING',
  })
  const client = chain.accounts[1] ?? ''
  const clients = [client, client.toLowerCase()]
  const many = Array.from({ length: 201 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
  await expect(readReputation(paths, { ...query, clients: many })).rejects.toMatchObject({
    code: 'EXPORT_CHAIN_OPTION_MISSING',
  })
  expect((await readReputation(paths, { ...query, clients, record: true })).results).toMatchObject([{ recorded: true }])
  expect((await readRegistry(paths)).agents.get('rated')?.entry.performance?.reputation).toEqual({
    score: 65,
    feedback_count: 2,
    positive_rate: 0.5,
  })
  const strangers = await readReputation(paths, { ...query, clients: [chain.accounts[7] ?? ''] })
  expect(strangers.results).toMatchObject([{ count: 0, average: null }])
})

test('a torn last line of the journal is cut off, a damaged one stops everything', async () => {
  const paths = await chainSpace(['logged', 'later'])
  const options = { url: 'https://j.example.org/', rpc: chain.rpc, confirm: true }
  await registerAgents(paths, { ...options, ids: ['logged'], ...asAccount() })
  const folder = join(paths.stateDirectory, 'chain')
  const [name = ''] = await readdir(folder)
  await appendFile(join(folder, name), '{"step":"planned","id":"x"')
  expect((await registerAgents(paths, { ...options, ids: ['logged', 'later'], ...asAccount() })).results).toMatchObject(
    [
      { id: 'later', status: 'registered' },
      { id: 'logged', status: 'unchanged' },
    ],
  )
  await appendFile(join(folder, name), 'nonsense\n')
  await expect(registerAgents(paths, { ...options, ids: ['logged'], ...asAccount() })).rejects.toMatchObject({
    code: 'EXPORT_JOURNAL_DAMAGED',
    message: expect.stringMatching(/\.jsonl can't be read: line \d+ is none of its lines\. Nothing was sent\.$/),
  })
  await rm(join(folder, name))
  await mkdir(join(folder, name))
  await expect(registerAgents(paths, { ...options, ids: ['logged'], ...asAccount() })).rejects.toMatchObject({
    code: 'EXPORT_JOURNAL_DAMAGED',
    message: expect.stringContaining('it is a folder'),
  })
})

test('URIs of strangers lead nowhere inside', async () => {
  const reading = { allowLoopback: false, timeoutMs: 500 }
  for (const uri of [
    'http://example.org/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://localhost/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[fd00:ec2::254]/',
    'file:///etc/passwd',
    'data:text/html,hello',
    'nonsense',
  ])
    expect(await readUri(uri, reading), uri).toMatchObject({ ok: false })
})

test('every network has a name and an id of its own', () => {
  const { networks } = listNetworks()
  expect(new Set(networks.map(({ name }) => name)).size).toBe(networks.length)
  expect(new Set(networks.map(({ chain_id }) => chain_id)).size).toBe(networks.length)
  expect(networks.find(({ name }) => name === 'sepolia')).toMatchObject({ chain_id: 11_155_111, testnet: true })
  expect(networks.find(({ name }) => name === 'base')).toMatchObject({ testnet: false })
})

function stringOf(pattern: RegExp): unknown {
  return expect.stringMatching(pattern)
}

function chainOwner(): string {
  return '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
}

async function serve(folder: string): Promise<string> {
  const server = createServer((request, response) => {
    readFile(join(folder, new URL(request.url ?? '/', 'http://x').pathname)).then(
      (bytes) => response.writeHead(200, { 'content-type': 'application/json' }).end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/` : ''
}
