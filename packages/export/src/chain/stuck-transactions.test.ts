import { type Hex, createTestClient, http, parseEther, parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { asAccount, chainSpace } from './__fixtures__/chain-space.ts'
import { registeredUris } from './__fixtures__/count-registered.ts'
import { type LocalChain, startLocalChain } from './local/start-local-chain.ts'
import { rateAgents } from './rate-agents.ts'
import { registerAgents } from './register-agents.ts'
import { statusAgents } from './status-agents.ts'
import { updateAgents } from './update-agents.ts'

const url = 'https://agents.example.org/'
/** For what is to succeed. */
const patient = { receiptTimeoutMs: undefined }

const clientOf = ({ rpc }: LocalChain) => createTestClient({ mode: 'anvil', transport: http(rpc) })

// One chain for all that do not ask for another one, as new before each.
let chain: LocalChain
let anvil: ReturnType<typeof clientOf>
let snapshot: Hex
beforeAll(async () => {
  chain = await startLocalChain()
  anvil = clientOf(chain)
})
beforeEach(async () => void (snapshot = await anvil.snapshot()))
afterEach(async () => {
  await anvil.request({ method: 'anvil_dropAllTransactions' as never })
  await anvil.revert({ id: snapshot })
  await anvil.setAutomine(true)
})
afterAll(async () => await chain.close())

test('a transaction that nobody mines is replaced on request, and registers once', async () => {
  const paths = await chainSpace(['stuck', 'behind'])
  const options = { ids: ['stuck'], url, rpc: chain.rpc, confirm: true, receiptTimeoutMs: 10 }
  await anvil.setAutomine(false)
  const [first] = (await registerAgents(paths, { ...options, ...asAccount() })).results
  expect(first).toMatchObject({ status: 'pending', error: { code: 'EXPORT_TRANSACTION_PENDING' } })
  // Nothing else is sent while it waits: a later nonce could not be mined either.
  const behind = await registerAgents(paths, { ...options, ids: ['behind'], ...asAccount() })
  expect(behind.results).toMatchObject([
    { id: 'stuck', status: 'pending', tx: first?.tx },
    { status: 'pending', tx: null },
  ])
  expect(behind.resume).toEqual(['behind'])

  const replaced = registerAgents(paths, { ...options, replace: true, ...patient, ...asAccount() })
  await expect
    .poll(async () => (await anvil.getTxpoolContent()).pending[chain.accounts[0] ?? '0x']?.['0']?.hash)
    .not.toBe(first?.tx)
  await anvil.mine({ blocks: 1 })
  const [second] = (await replaced).results
  expect(second).toMatchObject({ status: 'registered', agent_id: 0 })
  expect(second?.tx).not.toBe(first?.tx)
  await anvil.setAutomine(true)
  expect((await registerAgents(paths, { ...options, ...asAccount() })).results).toMatchObject([{ status: 'unchanged' }])
  expect(await registeredUris(chain)).toHaveLength(1)
})

test('a copy of the space registers nothing while the registration of the other one waits', async () => {
  const [paths, copy] = [await chainSpace(['stuck']), await chainSpace(['stuck'])]
  const options = { ids: ['stuck'], url, rpc: chain.rpc, confirm: true, receiptTimeoutMs: 10 }
  await anvil.setAutomine(false)
  const pending = { status: 'pending', error: { code: 'EXPORT_TRANSACTION_PENDING' } }
  expect((await registerAgents(paths, { ...options, ...asAccount() })).results).toMatchObject([pending])
  expect((await registerAgents(copy, { ...options, ...asAccount() })).results).toMatchObject([{ ...pending, tx: null }])
  await anvil.mine({ blocks: 1 })
  expect((await registerAgents(copy, { ...options, ...asAccount() })).results).toMatchObject([{ status: 'recorded' }])
  expect((await registerAgents(paths, { ...options, ...asAccount() })).results).toMatchObject([
    { status: 'registered' },
  ])
  expect(await registeredUris(chain)).toHaveLength(1)
})

test('an update that nobody mines stays pending, and is neither sent twice nor called done', async () => {
  const paths = await chainSpace(['moving', 'other'])
  const options = { ids: ['moving'], url, rpc: chain.rpc, confirm: true, receiptTimeoutMs: 10 }
  await registerAgents(paths, { ...options, ...patient, ...asAccount() })
  await anvil.setAutomine(false)
  const elsewhere = { ...options, url: 'https://elsewhere.example.org/' }
  const [first] = (await updateAgents(paths, { ...elsewhere, ...asAccount() })).results
  expect(first).toMatchObject({ status: 'pending', agent_id: 0 })
  const plan = await updateAgents(paths, { ...elsewhere, confirm: false, ...asAccount() })
  expect(plan).toMatchObject({
    plan: [{ id: 'moving', action: 'resume', agent_id: 0, cost_ether: expect.stringMatching(/^0\.0/) }],
    results: [{ status: 'planned', tx: first?.tx }],
  })
  const again = await updateAgents(paths, { ...elsewhere, ...asAccount() })
  expect(again).toMatchObject({ results: [{ status: 'pending', agent_id: 0, tx: first?.tx }], resume: ['moving'] })
  expect((await anvil.getTxpoolStatus()).pending).toBe(1)
  const none = await updateAgents(paths, { ...elsewhere, ids: ['other'], ...asAccount() })
  expect(none).toMatchObject({
    results: [{ id: 'moving', status: 'pending' }, { status: 'failed' }],
    resume: ['other'],
  })
  await anvil.setAutomine(true)
  await anvil.mine({ blocks: 1 })
  const done = await updateAgents(paths, { ...elsewhere, ...patient, ...asAccount() })
  expect(done.results).toMatchObject([{ status: 'updated', tx: first?.tx }])
})

test('an evaluation that one account is telling is not told by another one', async () => {
  const paths = await chainSpace(['judged'])
  await registerAgents(paths, { ids: ['judged'], url, rpc: chain.rpc, confirm: true, ...asAccount() })
  const scores = { task_completion: 90, output_quality: 90, efficiency: 90 }
  const evaluations = [{ id: 'eval-1', evaluated_agent: 'judged', scores, tags: [] }]
  const options = { evaluations, rpc: chain.rpc, confirm: true, receiptTimeoutMs: 10 }
  await anvil.setAutomine(false)
  const [first] = (await rateAgents(paths, { ...options, ...asAccount(1) })).results
  expect(first?.status).toBe('pending')
  const [second] = (await rateAgents(paths, { ...options, ...asAccount(2) })).results
  const message = expect.stringMatching(new RegExp(`for ${chain.accounts[1]}, whose key`, 'i')) as string
  expect(second).toMatchObject({ status: 'pending', tx: null, error: { message } })
  expect((await anvil.getTxpoolStatus()).pending).toBe(1)
  await anvil.setAutomine(true)
  await anvil.mine({ blocks: 1 })
  const later = { ...options, ...patient }
  expect((await rateAgents(paths, { ...later, ...asAccount(1) })).results).toMatchObject([{ status: 'given' }])
  expect((await rateAgents(paths, { ...later, ...asAccount(2) })).results).toMatchObject([{ status: 'unchanged' }])
})

test('gas gets dearer after it was signed: it waits, and a higher fee stays below the cap', async () => {
  // What gas costs outlasts a snapshot.
  await using dear = await startLocalChain()
  const client = clientOf(dear)
  const paths = await chainSpace(['dear'])
  const options = { ids: ['dear'], url, rpc: dear.rpc, confirm: true, receiptTimeoutMs: 10 }
  await client.setAutomine(false)
  await registerAgents(paths, { ...options, ...asAccount() })
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('150') })
  await client.mine({ blocks: 1 })
  expect(await registeredUris(dear)).toHaveLength(0)
  await expect(
    registerAgents(paths, { ...options, replace: true, maxFeeGwei: 20, ...asAccount() }),
  ).rejects.toMatchObject({
    code: 'EXPORT_FEE_TOO_HIGH',
  })
  await client.setAutomine(true)
  const done = await registerAgents(paths, { ...options, replace: true, ...patient, ...asAccount() })
  expect(done.results).toMatchObject([{ status: 'registered' }])
  expect(await registeredUris(dear)).toHaveLength(1)
})

test('what is sent again with a higher fee costs no more than allowed, all together', async () => {
  const paths = await chainSpace(['first', 'second'])
  const options = { ids: ['first', 'second'], url, rpc: chain.rpc, confirm: true, receiptTimeoutMs: 10 }
  const plan = await registerAgents(paths, { ...options, confirm: false, ...asAccount() })
  await anvil.setAutomine(false)
  await registerAgents(paths, { ...options, ...asAccount() })
  const before = await anvil.getTxpoolContent()
  // Enough for both at the old price and for one at the new.
  const again = registerAgents(paths, { ...options, replace: true, maxCost: plan.cost.ether, ...asAccount() })
  await expect(again).rejects.toMatchObject({ code: 'EXPORT_COST_TOO_HIGH' })
  expect(await anvil.getTxpoolContent()).toEqual(before)
})

test('a registration that a reorganisation took away is finished by its own key alone', async () => {
  const paths = await chainSpace(['taken-away'])
  const options = { ids: ['taken-away'], url, rpc: chain.rpc, confirm: true, receiptTimeoutMs: 10 }
  const before = await anvil.snapshot()
  await registerAgents(paths, { ...options, ...patient, ...asAccount(0) })
  await anvil.revert({ id: before })
  expect((await registerAgents(paths, { ...options, replace: true, ...asAccount(1) })).results).toMatchObject([
    { status: 'pending', error: { message: expect.stringContaining('whose key has to finish it') } },
  ])
  expect(await registeredUris(chain)).toHaveLength(0)
  const own = await registerAgents(paths, { ...options, ...patient, replace: true, ...asAccount(0) })
  expect(own.results).toMatchObject([{ status: 'registered' }])
  expect(await registeredUris(chain)).toHaveLength(1)
})

test('stopped by the person: what was sent is found afterwards', async () => {
  const paths = await chainSpace(['stopped'])
  const options = { ids: ['stopped'], url, rpc: chain.rpc, confirm: true }
  await anvil.setAutomine(false)
  const controller = new AbortController()
  const running = registerAgents(paths, { ...options, signal: controller.signal, ...asAccount() })
  await expect.poll(async () => (await anvil.getTxpoolStatus()).pending).toBe(1)
  controller.abort()
  await expect(running).rejects.toMatchObject({ code: 'EXPORT_INTERRUPTED', cause: { name: 'AbortError' } })
  await anvil.setAutomine(true)
  await anvil.mine({ blocks: 1 })
  expect((await registerAgents(paths, { ...options, ...asAccount() })).results).toMatchObject([
    { status: 'registered' },
  ])
  expect(await registeredUris(chain)).toHaveLength(1)
})

test('a local chain that started anew gives its numbers to others', async () => {
  const paths = await chainSpace(['first', 'second'])
  await registerAgents(paths, { ids: ['first'], url, rpc: chain.rpc, ...asAccount(), confirm: true })
  await using anew = await startLocalChain({ args: ['--timestamp', '1900000000'] })
  const options = { url, rpc: anew.rpc, confirm: true }
  expect((await registerAgents(paths, { ...options, ids: ['second'], ...asAccount() })).results).toMatchObject([
    { status: 'registered', agent_id: 0 },
  ])
  const both = await registerAgents(paths, { ...options, ids: ['first', 'second'], ...asAccount() })
  expect(both.results).toMatchObject([
    { id: 'first', status: 'registered', agent_id: 1 },
    { id: 'second', status: 'unchanged', agent_id: 0 },
  ])
})

test('on a local chain an identity that was copied in agents.yaml proves nothing', async () => {
  const paths = await chainSpace(['left', 'right'])
  const options = { url, rpc: chain.rpc, confirm: true }
  await registerAgents(paths, { ...options, ids: ['left'], ...asAccount() })
  const { readFile, writeFile } = await import('node:fs/promises')
  const text = await readFile(paths.agentsFile, 'utf8')
  const erc8004 = text.slice(text.indexOf('    erc8004:'), text.indexOf('  right:'))
  await writeFile(paths.agentsFile, `${text.trimEnd()}\n${erc8004}`)
  const report = await registerAgents(paths, { ...options, ids: ['right', 'left'], ...asAccount() })
  expect(report.results).toMatchObject([
    { id: 'left', status: 'unchanged' },
    { id: 'right', status: 'registered', agent_id: 1 },
  ])
})

test('a reorganisation gives the number to somebody else: the transaction of the journal decides', async () => {
  await using testnet = await startLocalChain({ chainId: 11_155_111 })
  const client = clientOf(testnet)
  const paths = await chainSpace(['moved', 'kept'])
  const others = await chainSpace(['other'])
  const keys = [generatePrivateKey(), generatePrivateKey(), generatePrivateKey()] as const
  for (const key of keys) await client.setBalance({ address: privateKeyToAddress(key), value: parseEther('1') })
  const as = (key: string): { readonly allowEnvKey: true } => {
    process.env['DATACORTEX_PRIVATE_KEY'] = key
    return { allowEnvKey: true }
  }
  const options = { ids: ['kept', 'moved'], url, rpc: testnet.rpc, confirm: true, confirmations: 1 }
  const before = await client.snapshot()
  const first = await registerAgents(paths, { ...options, ...as(keys[0]) })
  expect(first.results).toMatchObject([{ agent_id: 0 }, { agent_id: 1 }])
  await client.revert({ id: before })
  await registerAgents(others, { ...options, ids: ['other'], ...as(keys[1]) })
  expect((await statusAgents(paths, options)).results).toMatchObject([{ status: 'missing' }, { status: 'missing' }])

  // The number that the journal has belongs to another agent now, who must not be judged for it.
  const scores = { task_completion: 10, output_quality: 10, efficiency: 10 }
  const evaluations = [{ id: 'eval-1', evaluated_agent: 'kept', tags: [], scores }]
  const judged = await rateAgents(paths, { ...options, evaluations, ...as(keys[2]) })
  expect(judged.results).toMatchObject([{ status: 'failed', error: { code: 'EXPORT_AGENT_UNREGISTERED' } }])

  const again = await registerAgents(paths, { ...options, ...as(keys[0]) })
  expect(again.results).toMatchObject([
    { id: 'kept', status: 'registered', agent_id: 1, tx: first.results[0]?.tx },
    { id: 'moved', status: 'registered', agent_id: 2, tx: first.results[1]?.tx },
  ])
  expect(await registeredUris(testnet)).toHaveLength(3)
  expect((await statusAgents(paths, options)).results).toMatchObject([
    { status: 'registered', agent_id: 1 },
    { status: 'registered', agent_id: 2 },
  ])
  expect((await registerAgents(paths, { ...options, ...as(keys[0]) })).results).toMatchObject([
    { status: 'unchanged' },
    { status: 'unchanged' },
  ])
})

test('agents.yaml gives two agents one identity: neither is touched', async () => {
  await using testnet = await startLocalChain({ chainId: 84_532 })
  const client = clientOf(testnet)
  const paths = await chainSpace(['left', 'right'])
  const key = generatePrivateKey()
  await client.setBalance({ address: privateKeyToAddress(key), value: parseEther('1') })
  const options = { ids: ['left'], url, rpc: testnet.rpc, confirm: true, confirmations: 1, allowEnvKey: true }
  process.env['DATACORTEX_PRIVATE_KEY'] = key
  await registerAgents(paths, options)
  const { readFile, rm, writeFile } = await import('node:fs/promises')
  const text = await readFile(paths.agentsFile, 'utf8')
  const erc8004 = text.slice(text.indexOf('    erc8004:'), text.indexOf('  right:'))
  await writeFile(paths.agentsFile, `${text.trimEnd()}\n${erc8004}`)
  process.env['DATACORTEX_PRIVATE_KEY'] = key
  const [wrong] = (await updateAgents(paths, { ...options, ids: ['right'] })).results
  expect(wrong).toMatchObject({ status: 'failed', error: { code: 'EXPORT_IDENTITY_UNCLEAR' } })
  await rm(paths.stateDirectory, { recursive: true })
  process.env['DATACORTEX_PRIVATE_KEY'] = key
  const both = await updateAgents(paths, { ...options, ids: ['left', 'right'] })
  expect(both.results).toMatchObject([{ status: 'failed' }, { status: 'failed' }])
})
