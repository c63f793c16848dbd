import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestClient, http, parseGwei } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anvilKeys, asAccount, chainSpace, registryText } from './__fixtures__/chain-space.ts'
import { registeredUris } from './__fixtures__/count-registered.ts'
import { startFaultyRpc } from './__fixtures__/faulty-rpc.ts'
import { type LocalChain, startLocalChain } from './local/start-local-chain.ts'
import { recoverAgents } from './recover-agents.ts'
import { registerAgents } from './register-agents.ts'

const url = 'https://agents.example.org/'
let chain: LocalChain
beforeAll(async () => void (chain = await startLocalChain()))
afterAll(async () => await chain.close())

async function uris(): Promise<readonly string[]> {
  return await registeredUris(chain)
}

test('plans first, registers when confirmed, and sends nothing the second time', async () => {
  const paths = await chainSpace(['writer', 'reader'])
  const before = await registryText(paths)
  const options = { ids: ['writer', 'reader'], url, rpc: chain.rpc }
  const plan = await registerAgents(paths, { ...options, ...asAccount() })
  expect(plan).toMatchObject({
    network: 'local',
    confirmed: false,
    plan: [
      { id: 'reader', action: 'register', agent_id: 0, uri: `${url}agents/reader/agent-registration.json` },
      { id: 'writer', action: 'register', agent_id: 1 },
    ],
    results: [
      { id: 'reader', status: 'planned' },
      { id: 'writer', status: 'planned' },
    ],
  })
  expect(Number(plan.plan[0]?.cost_ether)).toBeGreaterThan(0)
  expect([await registryText(paths), await uris()]).toEqual([before, []])

  const done = await registerAgents(paths, { ...options, ...asAccount(), confirm: true })
  expect(done.results).toMatchObject([
    { id: 'reader', agent_id: 0, status: 'registered' },
    { id: 'writer', agent_id: 1, status: 'registered' },
  ])
  const after = await registryText(paths)
  expect(after).toContain(`    erc8004:
      agentId: 1
      wallet: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
      chainRegistrations:
        - chainId: "31337"
          identityRegistry: "0x8004A818BFB912233c491871b3d84c89A494BD9e"
          agentId: 1
`)
  await using proxy = await counted()
  const again = await registerAgents(paths, { ...options, rpc: proxy.url, ...asAccount(), confirm: true })
  expect(again.results).toMatchObject([{ status: 'unchanged' }, { status: 'unchanged' }])
  expect([proxy.counts.get('eth_sendRawTransaction'), await registryText(paths), (await uris()).length]).toEqual([
    undefined,
    after,
    2,
  ])
})

test('what is said of files that nobody writes is told', async () => {
  const paths = await chainSpace(['worker'])
  const options = { ids: ['worker'], url, rpc: chain.rpc, active: true } as const
  expect((await registerAgents(paths, { ...options, ...asAccount() })).findings).toMatchObject([
    { code: 'EXPORT_CONTENT_UNWRITTEN', severity: 'warning', subject: '--active' },
  ])
  for (const more of [{ out: paths.root }, { uri: 'data' }, { active: undefined }] as const)
    expect((await registerAgents(paths, { ...options, ...asAccount(), ...more })).findings).toEqual([])
})

test('the journal has no key, and nobody else may read it', async () => {
  const paths = await chainSpace(['secretive'])
  await registerAgents(paths, { ids: ['secretive'], url, rpc: chain.rpc, ...asAccount(), confirm: true })
  const file = await journalFile(paths.stateDirectory)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const text = await readFile(file, 'utf8')
  expect(text).toContain('"step":"verified"')
  expect(text).not.toContain(anvilKeys[0].slice(2))
  expect(text).not.toContain('127.0.0.1')
  expect(process.env['DATACORTEX_PRIVATE_KEY']).toBeUndefined()
})

test('agents.yaml is lost: the journal knows; both are lost: the events know', async () => {
  const paths = await chainSpace(['forgotten'])
  const before = await registryText(paths)
  const options = { ids: ['forgotten'], url, rpc: chain.rpc, confirm: true }
  const [first] = (await registerAgents(paths, { ...options, ...asAccount(1) })).results
  const count = (await uris()).length
  const { rm, writeFile } = await import('node:fs/promises')

  await writeFile(paths.agentsFile, before)
  const again = await registerAgents(paths, { ...options, ...asAccount(1) })
  expect(again.results).toMatchObject([{ status: 'recorded', agent_id: first?.agent_id }])

  await writeFile(paths.agentsFile, before)
  await rm(join(paths.stateDirectory, 'chain'), { recursive: true })
  const found = await recoverAgents(paths, { url, rpc: chain.rpc, ...asAccount(1) })
  expect(found).toMatchObject({ results: [{ id: 'forgotten', status: 'found', tx: first?.tx }], unmatched: [] })
  expect(await registryText(paths)).toBe(before)
  const third = await registerAgents(paths, { ...options, ...asAccount(1) })
  expect(third.results).toMatchObject([{ status: 'recorded', agent_id: first?.agent_id }])
  expect((await uris()).length).toBe(count)
})

test('the file of an agent has errors: that one is refused, the others go on', async () => {
  const paths = await chainSpace(['good', 'bad'])
  const { writeFile } = await import('node:fs/promises')
  const text = await registryText(paths)
  await writeFile(paths.agentsFile, text.replace('name: Agent bad', 'name: Agent bad\n    x-erc8004: {image: nowhere}'))
  const report = await registerAgents(paths, {
    ids: ['bad', 'good'],
    url,
    rpc: chain.rpc,
    ...asAccount(),
    confirm: true,
  })
  expect(report.results).toMatchObject([
    { id: 'bad', status: 'failed', error: { code: 'EXPORT_REGISTRATION_REFUSED' } },
    { id: 'good', status: 'registered' },
  ])
  expect(report.resume, 'running it again mends nothing').toEqual([])
})

test('a data URI names its own identity, and one that is too large is refused', async () => {
  const paths = await chainSpace(['inline', 'huge'])
  const { writeFile } = await import('node:fs/promises')
  const text = await registryText(paths)
  const long = 'x'.repeat(40_960)
  await writeFile(paths.agentsFile, text.replace('who have little time, named huge.', long))
  const options = { ids: ['inline', 'huge'], url, rpc: chain.rpc, uri: 'data', confirm: true } as const
  const { results } = await registerAgents(paths, { ...options, ...asAccount() })
  expect(results).toMatchObject([
    { id: 'huge', status: 'failed' },
    { id: 'inline', status: 'registered' },
  ])
  expect(results[0]?.error?.code).toMatchInlineSnapshot(`"EXPORT_REGISTRATION_TOO_LARGE"`)
  const uri = (await uris()).at(-1) ?? ''
  const file: unknown = JSON.parse(Buffer.from(uri.split(',')[1] ?? '', 'base64').toString())
  expect(file).toMatchObject({
    registrations: [{ agentId: results[1]?.agent_id, agentRegistry: results[1]?.registry }],
  })
})

test('somebody registers in between: the URI that names its identity is mended', async () => {
  const paths = await chainSpace(['guessed'])
  const other = await chainSpace(['quicker'])
  // The other one comes when the file is made and the transaction is not signed yet.
  const gate = Promise.withResolvers<void>()
  const proxy = await startFaultyRpc(chain.rpc, ({ method }) =>
    method === 'eth_estimateGas' ? { after: gate.promise } : 'pass',
  )
  try {
    const options = { url, confirm: true, uri: 'data' } as const
    const slow = registerAgents(paths, { ...options, ids: ['guessed'], rpc: proxy.url, ...asAccount(0) })
    await expect.poll(() => proxy.counts.get('eth_estimateGas')).toBe(1)
    await registerAgents(other, { ...options, ids: ['quicker'], rpc: chain.rpc, ...asAccount(1) })
    gate.resolve()
    const [result] = (await slow).results
    const { readIdentity } = await import('./identities/read-identity.ts')
    const { connectChain } = await import('./connect/connect-chain.ts')
    const identity = await readIdentity(await connectChain({ rpc: chain.rpc }), BigInt(result?.agent_id ?? -1))
    const file: unknown = JSON.parse(Buffer.from(identity?.uri.split(',')[1] ?? '', 'base64').toString())
    expect(file).toMatchObject({ name: 'Agent guessed', registrations: [{ agentId: result?.agent_id }] })
  } finally {
    await proxy.close()
  }
})

test('gas gets dearer between plan and confirmation', async () => {
  const paths = await chainSpace(['thrifty'])
  const options = { ids: ['thrifty'], url, rpc: chain.rpc }
  const plan = await registerAgents(paths, { ...options, ...asAccount() })
  const caps = { maxFeeGwei: Number(plan.cost.suggested_max_fee_gwei), maxCost: plan.cost.suggested_max_cost }
  const anvil = createTestClient({ mode: 'anvil', transport: http(chain.rpc) })
  await anvil.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('90') })
  await anvil.mine({ blocks: 1 })
  await expect(registerAgents(paths, { ...options, ...asAccount(), ...caps, confirm: true })).rejects.toMatchObject({
    code: 'EXPORT_FEE_TOO_HIGH',
  })
  await expect(
    registerAgents(paths, { ...options, ...asAccount(), maxCost: '0.001', confirm: true }),
  ).rejects.toMatchObject({ code: 'EXPORT_COST_TOO_HIGH' })
  expect((await uris()).filter((uri) => uri.includes('thrifty'))).toEqual([])
  expect((await registerAgents(paths, { ...options, ...asAccount(), confirm: true })).results).toMatchObject([
    { status: 'registered' },
  ])
  // Nothing is left to send, so the price does not matter.
  for (const confirm of [false, true])
    expect(
      (await registerAgents(paths, { ...options, ...asAccount(), maxFeeGwei: 0.000000001, confirm })).results,
    ).toMatchObject([{ status: 'unchanged' }])
})

test('an account without ether: a plan, and nothing more', async () => {
  const paths = await chainSpace(['poor'])
  const options = { ids: ['poor'], url, rpc: chain.rpc, allowEnvKey: true }
  process.env['DATACORTEX_PRIVATE_KEY'] = `0x${'77'.repeat(32)}`
  expect(await registerAgents(paths, options)).toMatchObject({
    plan: [{ action: 'register', cost_ether: expect.stringMatching(/^0\.0/) }],
    cost: { balance_ether: '0' },
  })
  process.env['DATACORTEX_PRIVATE_KEY'] = `0x${'77'.repeat(32)}`
  await expect(registerAgents(paths, { ...options, confirm: true })).rejects.toMatchObject({
    code: 'EXPORT_FUNDS_INSUFFICIENT',
  })
})

async function journalFile(state: string): Promise<string> {
  const { readdir } = await import('node:fs/promises')
  const [name = ''] = await readdir(join(state, 'chain'))
  return join(state, 'chain', name)
}

async function counted(): Promise<Awaited<ReturnType<typeof startFaultyRpc>> & AsyncDisposable> {
  const proxy = await startFaultyRpc(chain.rpc, () => 'pass')
  return { ...proxy, [Symbol.asyncDispose]: async () => await proxy.close() }
}
