import { CodedError } from '@datacortex/errors'
import { createTestClient, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount, chainSpace } from './__fixtures__/chain-space.ts'
import { registeredUris } from './__fixtures__/count-registered.ts'
import { type Fault, type RpcRequest, startFaultyRpc } from './__fixtures__/faulty-rpc.ts'
import { type LocalChain, startLocalChain } from './local/start-local-chain.ts'
import { rateAgents } from './rate-agents.ts'
import { registerAgents } from './register-agents.ts'

const url = 'https://agents.example.org/'
let chain: LocalChain
beforeAll(async () => void (chain = await startLocalChain()))
afterAll(async () => await chain.close())

const absurd: readonly unknown[] = [null, [], '0xzz', `0x${'f'.repeat(80)}`]

const receipts: readonly Readonly<Record<string, unknown>>[] = [
  { blockNumber: null },
  { status: null },
  { status: '0x7' },
  { logs: null },
  { logs: [null] },
  { logs: [{ address: 'x', topics: [], data: '0x' }] },
  { logs: [{ address: null, topics: null, data: null }] },
  { transactionHash: 7 },
]

const faults: readonly (readonly [method: string, fault: Fault])[] = [
  ...[
    'eth_chainId',
    'eth_getCode',
    'eth_call',
    'eth_estimateGas',
    'eth_getBlockByNumber',
    'eth_getBalance',
    'eth_maxPriorityFeePerGas',
    'eth_getTransactionCount',
    'eth_blockNumber',
    'eth_sendRawTransaction',
    'eth_getTransactionReceipt',
  ].flatMap((method) => absurd.map((result) => [method, { result }] as const)),
  ...['0x1', '0x5208', 12, true].map((result) => ['eth_estimateGas', { result }] as const),
  ...receipts.map((part) => ['eth_getTransactionReceipt', partOf(part)] as const),
]

type RunLimits = { readonly receiptTimeoutMs?: number; readonly confirmations: number }
type Outcome = { readonly first: unknown; readonly second: unknown; readonly count: number }

/** Runs with an account of its own through a node that answers one method so, and then without it. */
async function through(id: string, fault: (request: RpcRequest) => Fault, confirmations: number): Promise<Outcome> {
  const paths = await chainSpace([id])
  const key = generatePrivateKey()
  const anvil = createTestClient({ mode: 'anvil', transport: http(chain.rpc) })
  await anvil.setBalance({ address: privateKeyToAddress(key), value: parseEther('1') })
  const proxy = await startFaultyRpc(chain.rpc, fault)
  const run = async (rpc: string, limits: RunLimits): Promise<unknown> => {
    process.env['DATACORTEX_PRIVATE_KEY'] = key
    return await registerAgents(paths, { ids: [id], url, rpc, confirm: true, allowEnvKey: true, ...limits }).then(
      ({ results: [result] }) => result?.error?.code ?? result?.status,
      (error: unknown) => (CodedError.is(error) ? error.code : error),
    )
  }
  try {
    const first = await run(proxy.url, { receiptTimeoutMs: 10, confirmations })
    const second = await run(chain.rpc, { confirmations: 1 })
    const count = (await registeredUris(chain)).filter((uri) => uri.includes(`/${id}/`)).length
    return { first, second, count }
  } finally {
    await proxy.close()
  }
}

test.each(faults.map(([method, fault], index) => ({ method, fault, index })))(
  '$method answers $fault: a coded error or success, and one identity in the end',
  async ({ method, fault, index }) => {
    const answer = (request: RpcRequest): Fault => (request.method === method ? fault : 'pass')
    const { first, second, count } = await through(`absurd-${index}`, answer, 1 + (index % 2))
    expect(first).toSatisfy((code) => /^(?:EXPORT_[A-Z_]+|registered)$/.test(String(code)))
    expect(['registered', 'unchanged']).toContain(second)
    expect(count).toBe(1)
  },
)

test('a receipt that does not tell how it ended is waited out: no evaluation is told twice', async () => {
  const paths = await chainSpace(['judged'])
  await registerAgents(paths, { ids: ['judged'], url, rpc: chain.rpc, confirm: true, ...asAccount(0) })
  const scores = { task_completion: 90, output_quality: 90, efficiency: 90 }
  const evaluations = [{ id: 'eval-1', evaluated_agent: 'judged', tags: [], scores }]
  const proxy = await startFaultyRpc(chain.rpc, ({ method }) =>
    method === 'eth_getTransactionReceipt' ? partOf({ status: null }) : 'pass',
  )
  const options = { evaluations, confirm: true }
  try {
    const first = await rateAgents(paths, { ...options, receiptTimeoutMs: 10, rpc: proxy.url, ...asAccount(1) })
    const second = await rateAgents(paths, { ...options, rpc: chain.rpc, ...asAccount(1) })
    expect([first, second].map(({ results }) => results[0]?.status)).toEqual(['pending', 'given'])
  } finally {
    await proxy.close()
  }
})

function partOf(part: Readonly<Record<string, unknown>>): Fault {
  return { change: (receipt) => (receipt === null ? null : { ...(receipt as object), ...part }) }
}

test('an event that is in no block does not get into the journal', async () => {
  const paths = await chainSpace(['floating'])
  const options = { ids: ['floating'], url, confirm: true }
  const proxy = await startFaultyRpc(chain.rpc, ({ method }) => {
    if (method === 'eth_getTransactionReceipt') return { result: null }
    return method === 'eth_getLogs'
      ? { change: (logs) => (logs as readonly object[]).map((log) => ({ ...log, blockNumber: null })) }
      : 'pass'
  })
  try {
    for (const rpc of [proxy.url, proxy.url]) await registerAgents(paths, { ...options, rpc, ...asAccount(2) })
    expect(proxy.counts.get('eth_getLogs')).toBeGreaterThan(0)
    const { results } = await registerAgents(paths, { ...options, rpc: chain.rpc, ...asAccount(2) })
    expect(results).toMatchObject([{ id: 'floating', status: 'recorded' }])
  } finally {
    await proxy.close()
  }
})
