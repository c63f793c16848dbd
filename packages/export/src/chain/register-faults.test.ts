import { createTestClient, encodeFunctionData, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityRegistryAbi } from '../abi/identity-registry.generated.ts'
import { asAccount, chainSpace, registryText } from './__fixtures__/chain-space.ts'
import { registeredUris } from './__fixtures__/count-registered.ts'
import { type Fault, type RpcRequest, startFaultyRpc } from './__fixtures__/faulty-rpc.ts'
import { whileMining } from './__fixtures__/while-mining.ts'
import { type Registrar, startRegistrar } from './__fixtures__/registering-process.ts'
import { type LocalChain, startLocalChain } from './local/start-local-chain.ts'
import { recoverAgents } from './recover-agents.ts'
import { registerAgents } from './register-agents.ts'
import { statusAgents } from './status-agents.ts'

const url = 'https://agents.example.org/'
let chain: LocalChain
let registrars: readonly [Registrar, Registrar]
beforeAll(async () => {
  registrars = [startRegistrar(), startRegistrar()]
  chain = await startLocalChain()
})
afterAll(async () => await Promise.all([chain, ...registrars].map(async (one) => await one.close())))

async function countOf(id: string): Promise<number> {
  return (await registeredUris(chain)).filter((uri) => uri.includes(`/${id}/`)).length
}

/** Limits of the first run, and how many transactions the account of both has sent before. */
type FirstRun = { readonly nonce?: number; readonly receiptTimeoutMs?: number; readonly rpcTimeoutMs?: number }

/** Signs with an account that has no identities, so that there are none to be looked at. */
async function ownAccount(nonce = 0): Promise<() => { readonly allowEnvKey: true }> {
  const key = generatePrivateKey()
  const address = privateKeyToAddress(key)
  const anvil = createTestClient({ mode: 'anvil', transport: http(chain.rpc) })
  await anvil.setBalance({ address, value: parseEther('1') })
  if (nonce > 0) await anvil.setNonce({ address, nonce })
  return () => {
    process.env['DATACORTEX_PRIVATE_KEY'] = key
    return { allowEnvKey: true }
  }
}

/** Runs through a proxy with one kind of fault and then, if need be, without it. */
async function through(
  id: string,
  fault: (request: RpcRequest, count: number) => Fault,
  { nonce, ...limits }: FirstRun = {},
): Promise<{ readonly first: unknown; readonly second: unknown; readonly count: number }> {
  const paths = await chainSpace([id])
  const asOwn = await ownAccount(nonce)
  const proxy = await startFaultyRpc(chain.rpc, fault)
  const common = { ids: [id], url, confirm: true, rpcRetryMs: 1 }
  try {
    const first = await registerAgents(paths, { ...common, ...limits, rpc: proxy.url, ...asOwn() }).then(
      ({ results: [result] }) => result?.error?.code ?? result?.status,
      (error: unknown) => (error as { code?: string }).code,
    )
    const { results } = await registerAgents(paths, { ...common, rpc: chain.rpc, ...asOwn() })
    return { first, second: results[0]?.status, count: await countOf(id) }
  } finally {
    await proxy.close()
  }
}

/** For what is in no block as long as it is waited for. */
const soonAbandoned = { receiptTimeoutMs: 10 }

const sends = ({ method }: RpcRequest): boolean => method === 'eth_sendRawTransaction'

test('the connection drops after the node accepted the transaction', async () => {
  const { first, second, count } = await through('dropped', (request) => (sends(request) ? 'drop-answer' : 'pass'))
  expect([first, second, count]).toEqual(['registered', 'unchanged', 1])
})

test('the transaction never reaches the node: the next run sends the same one', async () => {
  const { first, second, count } = await through('lost', (request) => (sends(request) ? 'drop' : 'pass'), soonAbandoned)
  expect([first, second, count]).toEqual(['EXPORT_TRANSACTION_PENDING', 'registered', 1])
})

test('the RPC hangs, answers 429 or nonsense', async () => {
  expect(await through('hanging', () => 'hang', { rpcTimeoutMs: 20 })).toEqual({
    first: 'EXPORT_RPC_FAILED',
    second: 'registered',
    count: 1,
  })
  const busy = await through('busy', ({ method }) => (method === 'eth_getBalance' ? 'too-many' : 'pass'))
  expect(busy).toEqual({ first: 'EXPORT_RPC_FAILED', second: 'registered', count: 1 })
  const wild = await through('wild', ({ method }) => (method === 'eth_getCode' ? 'nonsense' : 'pass'))
  expect(wild).toMatchObject({ second: 'registered', count: 1 })
  expect(String(wild.first)).toMatch(/^EXPORT_/)
})

test('429 a few times is waited out', async () => {
  const some = await through('patient', (_, count) => (count % 3 === 1 ? 'too-many' : 'pass'))
  expect(some).toEqual({ first: 'registered', second: 'unchanged', count: 1 })
})

test('the RPC hides the receipt: pending, and the next run finds it', async () => {
  const hide = ({ method }: RpcRequest): Fault => (method === 'eth_getTransactionReceipt' ? { result: null } : 'pass')
  const hidden = await through('hidden', hide, soonAbandoned)
  expect(hidden).toEqual({ first: 'EXPORT_TRANSACTION_PENDING', second: 'registered', count: 1 })
  const drop = ({ method }: RpcRequest): Fault => (method === 'eth_getTransactionReceipt' ? 'drop' : 'pass')
  const proxy = await startFaultyRpc(chain.rpc, drop)
  const options = { ids: ['dropping'], url, rpc: proxy.url, confirm: true, rpcRetryMs: 1, ...soonAbandoned }
  const { results } = await registerAgents(await chainSpace(['dropping']), { ...options, ...asAccount(1) })
  expect(results[0]?.error?.message).toMatch(/eth_getTransactionReceipt: the connection failed\.$/)
  await proxy.close()
})

test('the RPC lies: a receipt of another contract, of failure, a wrong nonce', async () => {
  const elsewhere = await through('elsewhere', ({ method }) =>
    method === 'eth_getTransactionReceipt'
      ? { change: (receipt) => changedLogs(receipt, { address: `0x${'11'.repeat(20)}` }) }
      : 'pass',
  )
  expect(elsewhere).toEqual({ first: 'EXPORT_READ_BACK_DIFFERS', second: 'registered', count: 1 })
  const oldNonce = ({ method }: RpcRequest): Fault =>
    method === 'eth_getTransactionCount' ? { result: '0x0' } : 'pass'
  const old = await through('old-nonce', oldNonce, { ...soonAbandoned, nonce: 2 })
  expect(old).toMatchObject({ second: 'registered', count: 1 })
  // The account has no identities, so the lie is met only after sending.
  const lie = ({ method, params }: RpcRequest): Fault =>
    method === 'eth_call' && JSON.stringify(params).includes('0x6352211e')
      ? { result: `0x${'00'.repeat(12)}${'22'.repeat(20)}` }
      : 'pass'
  const other = await through('other-owner', lie)
  expect(other).toEqual({ first: 'EXPORT_READ_BACK_DIFFERS', second: 'registered', count: 1 })
})

test('the machine that is asked afterwards is a little behind', async () => {
  let behind = 0
  const lag = (request: RpcRequest): Fault => {
    if (sends(request)) behind = 3
    const isRead = request.method === 'eth_call' && JSON.stringify(request.params).includes('0x6352211e')
    return isRead && (behind -= 1) >= 0 ? { result: '0x' } : 'pass'
  }
  expect(await through('behind', lag)).toEqual({ first: 'registered', second: 'unchanged', count: 1 })
})

test('a nonce behind a gap is pending, and the error says what is missing', async () => {
  const paths = await chainSpace(['gap'])
  const asOwn = await ownAccount()
  const proxy = await startFaultyRpc(chain.rpc, ({ method }) =>
    method === 'eth_getTransactionCount' ? { result: '0x63' } : 'pass',
  )
  const run = async (rpc: string, receiptTimeoutMs: number): Promise<string | undefined> => {
    const options = { ids: ['gap'], url, rpc, confirm: true, receiptTimeoutMs, ...asOwn() }
    return (await registerAgents(paths, options)).results[0]?.error?.message
  }
  try {
    await run(proxy.url, 10)
    // Long enough that it is sent once more, after which it is known what is missing.
    expect(await run(chain.rpc, 500)).toMatch(/its nonce is 99, and the account has to use 0 first\.$/)
  } finally {
    await proxy.close()
  }
})

test('errors name the RPC without its path, which may hold a key', async () => {
  const paths = await chainSpace(['private'])
  const proxy = await startFaultyRpc(chain.rpc, () => 'nonsense')
  try {
    const options = { ids: ['private'], url, rpc: `${proxy.url}/v3/my-api-key`, rpcRetryMs: 1, ...asAccount() }
    const error: unknown = await registerAgents(paths, options).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'EXPORT_RPC_FAILED' })
    const { inspect } = await import('node:util')
    expect(inspect(error, { depth: 9 })).not.toContain('my-api-key')
  } finally {
    await proxy.close()
  }
})

test('two processes register the same agents', async () => {
  const paths = await chainSpace(['twin-a', 'twin-b'])
  const options = { ids: ['twin-a', 'twin-b'], url, rpc: chain.rpc }
  const answers = await Promise.all(registrars.map(async (one) => await one.run(paths.root, options)))
  expect([await countOf('twin-a'), await countOf('twin-b')]).toEqual([1, 1])
  const statuses = answers.map((answer) => (answer as readonly { status: string }[])[0]?.status)
  expect(statuses.toSorted((a = '', b = '') => a.localeCompare(b))).toEqual(['registered', 'unchanged'])
})

test.each([1, 2, 3])('two copies of a space register the same agent at once: round %i', async (round) => {
  const id = `copied-${round}`
  const [first, second] = [await chainSpace([id]), await chainSpace([id])]
  const options = { ids: [id], url, rpc: chain.rpc }
  const roots = [first.root, second.root]
  const answers = await Promise.all(registrars.map(async (one, at) => await one.run(roots[at] ?? '', options)))
  expect(await countOf(id)).toBe(1)
  const statuses = answers.map((answer) => (answer as readonly { status: string }[])[0]?.status)
  expect(statuses.toSorted((a = '', b = '') => a.localeCompare(b))).toEqual(['recorded', 'registered'])
})

test('a process is killed after the broadcast: the second run finds its transaction', async () => {
  const paths = await chainSpace(['killed'])
  let reached: (() => void) | undefined
  const sent = new Promise<void>((resolve) => (reached = resolve))
  const proxy = await startFaultyRpc(chain.rpc, (request) => {
    // It asks for the receipt when the node has the transaction.
    if (request.method === 'eth_getTransactionReceipt') reached?.()
    return sends(request) ? 'drop-answer' : request.method === 'eth_getTransactionReceipt' ? 'hang' : 'pass'
  })
  try {
    // The last test that needs this process.
    const [registrar] = registrars
    const answer = registrar.run(paths.root, { ids: ['killed'], url, rpc: proxy.url })
    await sent
    registrar.child.kill('SIGKILL')
    expect(await answer).toBeUndefined()
    // The node has it, and mines it in its own time.
    await expect.poll(async () => await countOf('killed')).toBe(1)
    expect(await registryText(paths)).not.toContain('erc8004')
    const plan = await registerAgents(paths, { ids: ['killed'], url, rpc: chain.rpc, ...asAccount() })
    expect(plan.plan).toMatchObject([{ action: 'resume' }])
    const { results } = await registerAgents(paths, {
      ids: ['killed'],
      url,
      rpc: chain.rpc,
      ...asAccount(),
      confirm: true,
    })
    expect(results).toMatchObject([{ status: 'registered' }])
    expect(await countOf('killed')).toBe(1)
  } finally {
    await proxy.close()
  }
})

test('an agent that has two identities all the same is named', async () => {
  const paths = await chainSpace(['doubled'])
  const options = { ids: ['doubled'], url, rpc: chain.rpc }
  const [first] = (await registerAgents(paths, { ...options, ...asAccount(1), confirm: true })).results
  expect((await statusAgents(paths, options)).findings).toEqual([])
  const uri = `${url}agents/doubled/agent-registration.json`
  const data = encodeFunctionData({ abi: identityRegistryAbi, functionName: 'register', args: [uri] })
  const anvil = createTestClient({ mode: 'anvil', transport: http(chain.rpc) })
  const from = chain.accounts[1] ?? '0x'
  await anvil.sendUnsignedTransaction({ from, to: chain.identity, data })
  const both = `#${first?.agent_id}, #${Number(first?.agent_id) + 1}`
  const doubled = { code: 'EXPORT_IDENTITY_DOUBLED', subject: 'doubled', message: expect.stringContaining(both) }
  expect((await statusAgents(paths, options)).findings).toMatchObject([doubled])
  expect((await recoverAgents(paths, { ...options, owner: from })).findings).toMatchObject([doubled])
})

test('a reorganisation takes the registration away: the same transaction is sent again', async () => {
  const paths = await chainSpace(['reorganised'])
  const options = { ids: ['reorganised'], url, rpc: chain.rpc, confirm: true }
  const anvil = createTestClient({ mode: 'anvil', transport: http(chain.rpc) })
  const snapshot = await anvil.snapshot()
  const [first] = (await registerAgents(paths, { ...options, ...asAccount() })).results
  await anvil.revert({ id: snapshot })
  expect(await countOf('reorganised')).toBe(0)
  expect((await statusAgents(paths, options)).results).toMatchObject([{ status: 'missing' }])
  const [again] = (await registerAgents(paths, { ...options, ...asAccount() })).results
  expect(again).toMatchObject({ status: 'registered', tx: first?.tx })
  expect(await countOf('reorganised')).toBe(1)
})

test('a short reorganisation while it waits for confirmations', async () => {
  const paths = await chainSpace(['shaken'])
  const anvil = createTestClient({ mode: 'anvil', transport: http(chain.rpc) })
  const options = { ids: ['shaken'], url, rpc: chain.rpc, confirm: true, confirmations: 3, ...asAccount() }
  const running = registerAgents(paths, options)
  await expect.poll(async () => await countOf('shaken')).toBe(1)
  await anvil.mine({ blocks: 1 })
  await anvil.request({ method: 'anvil_reorg' as never, params: [2, []] as never })
  const { results } = await whileMining(anvil, running)
  expect(results).toMatchObject([{ status: 'registered' }])
  expect(await countOf('shaken')).toBe(1)
})

test('an identity that was handed on is not registered again', async () => {
  const paths = await chainSpace(['handed-on'])
  const options = { ids: ['handed-on'], url, rpc: chain.rpc, confirm: true }
  const [first] = (await registerAgents(paths, { ...options, ...asAccount() })).results
  const [from, to] = [chain.accounts[0] ?? '0x', chain.accounts[5] ?? '0x']
  const data = encodeFunctionData({
    abi: identityRegistryAbi,
    functionName: 'transferFrom',
    args: [from, to, BigInt(first?.agent_id ?? 0)],
  })
  const anvil = createTestClient({ mode: 'anvil', transport: http(chain.rpc) })
  await anvil.sendUnsignedTransaction({ from, to: chain.identity, data })
  expect((await registerAgents(paths, { ...options, ...asAccount() })).results).toMatchObject([
    { status: 'failed', error: { code: 'EXPORT_IDENTITY_TRANSFERRED' } },
  ])
  expect((await statusAgents(paths, options)).results).toMatchObject([{ status: 'transferred', wallet: null }])
  expect(await countOf('handed-on')).toBe(1)
})

function changedLogs(receipt: unknown, change: Readonly<Record<string, unknown>>): unknown {
  const { logs = [], ...rest } = (receipt ?? {}) as { readonly logs?: readonly object[] }
  return receipt === null ? null : { ...rest, logs: logs.map((log) => ({ ...log, ...change })) }
}
