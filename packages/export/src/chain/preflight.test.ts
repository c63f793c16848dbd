import { type Address, type Hex, createTestClient, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asAccount, chainSpace } from './__fixtures__/chain-space.ts'
import { startFaultyRpc } from './__fixtures__/faulty-rpc.ts'
import { whileMining } from './__fixtures__/while-mining.ts'
import { type LocalChain, startLocalChain } from './local/start-local-chain.ts'
import { registerAgents } from './register-agents.ts'
import type { RegisterOptions } from './register-options.ts'
import { openSession } from './send/session.ts'

const url = 'https://agents.example.org/'
let chain: LocalChain
beforeAll(async () => void (chain = await startLocalChain()))
afterAll(async () => await chain.close())

async function codeOf(options: Partial<RegisterOptions>): Promise<unknown> {
  const paths = await chainSpace(['writer'])
  return await registerAgents(paths, {
    ids: ['writer'],
    url,
    rpc: chain.rpc,
    confirm: true,
    ...asAccount(),
    ...options,
  }).then(
    () => 'done',
    (error: unknown) => (error as { readonly code?: string }).code,
  )
}

async function sent(): Promise<number> {
  const client = createTestClient({ mode: 'anvil', transport: http(chain.rpc) })
  const count: unknown = await client.request({
    method: 'eth_getTransactionCount' as never,
    params: [chain.accounts[0], 'pending'] as never,
  })
  return Number(count)
}

test.each([
  ['', 120_000],
  ['20', 2_400_000],
])('where no limit is given and the patience is %j, a transaction is waited for %d ms', async (patience, timeoutMs) => {
  vi.stubEnv('DATACORTEX_PATIENCE', patience)
  const session = async (limits: { readonly receiptTimeoutMs?: number }) =>
    await openSession(await chainSpace(['writer']), { rpc: chain.rpc, ...limits, ...asAccount() })
  expect(await session({})).toMatchObject({ timeoutMs })
  expect(await session({ receiptTimeoutMs: 7 })).toMatchObject({ timeoutMs: 7 })
})

test('the RPC serves another chain than the one that was named', async () => {
  expect(await codeOf({ network: 'sepolia' })).toBe('EXPORT_CHAIN_MISMATCH')
  const liar = await startFaultyRpc(chain.rpc, ({ method }) => (method === 'eth_chainId' ? { result: '0x0' } : 'pass'))
  expect(await codeOf({ rpc: liar.url })).toBe('EXPORT_RPC_FAILED')
  await liar.close()
  expect(await sent()).toBe(0)
})

test('a contract is no account that sends, but one whose code only points elsewhere is', async () => {
  const client = createTestClient({ mode: 'anvil', transport: http(chain.rpc) })
  const [, , , , contract = '', delegating = ''] = chain.accounts
  await client.setCode({ address: contract as Address, bytecode: '0x6000' })
  await client.setCode({ address: delegating as Address, bytecode: `0xef0100${chain.identity.slice(2)}` })
  const without = { allowEnvKey: undefined, confirm: false }
  expect(await codeOf({ ...without, account: contract })).toBe('EXPORT_ACCOUNT_IS_CONTRACT')
  const asked = { ids: ['writer'], url, rpc: chain.rpc, account: delegating }
  // Nothing is said against the account; the registry refuses one that can't receive tokens.
  expect((await registerAgents(await chainSpace(['writer']), asked)).plan).toMatchObject([
    { action: 'refused', error: { code: 'EXPORT_CALL_REVERTED' } },
  ])
})

test('an answer that is no JSON is told from a lost connection', async () => {
  const paths = await chainSpace(['writer'])
  const page = await startFaultyRpc(chain.rpc, () => 'nonsense')
  const asked = registerAgents(paths, { ids: ['writer'], url, rpc: page.url, ...asAccount() })
  await expect(asked).rejects.toThrow(/its answer is no JSON-RPC\.$/)
  await page.close()
  const lost = registerAgents(paths, { ids: ['writer'], url, rpc: page.url, ...asAccount() })
  await expect(lost).rejects.toThrow(/the connection failed\.$/)
})

test('names and addresses that lead nowhere', async () => {
  expect(await codeOf({ network: 'sepolai' })).toBe('EXPORT_NETWORK_UNKNOWN')
  expect(await codeOf({ rpc: 'ftp://nowhere' })).toBe('EXPORT_CHAIN_OPTION_MISSING')
  expect(await codeOf({ rpc: 'http://127.0.0.1:1' })).toBe('EXPORT_RPC_FAILED')
  expect(await codeOf({ identity: '0x12' })).toBe('EXPORT_CHAIN_OPTION_MISSING')
  // The checksum of mixed case finds the slip in the last letter.
  expect(await codeOf({ identity: `${chain.identity.slice(0, -1)}E` })).toBe('EXPORT_CHAIN_OPTION_MISSING')
  expect(await codeOf({ account: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92267' })).toBe('EXPORT_CHAIN_OPTION_MISSING')
  expect(await codeOf({ ids: [] })).toBe('EXPORT_CHAIN_OPTION_MISSING')
  expect(await codeOf({ ids: ['nobody'] })).toBe('REGISTRY_AGENT_NOT_FOUND')
  expect(await codeOf({ maxFeeGwei: Number.NaN })).toBe('EXPORT_CHAIN_OPTION_MISSING')
  expect(await codeOf({ maxCost: 'much' })).toBe('EXPORT_CHAIN_OPTION_MISSING')
  expect(await codeOf({ confirmations: 0 })).toBe('EXPORT_CHAIN_OPTION_MISSING')
})

test.each([
  [8453, 'EXPORT_REGISTRY_UNFIT'],
  [999_999, 'EXPORT_CHAIN_OPTION_MISSING'],
])('a chain that costs money, known or not: %i', async (chainId, withoutRegistry) => {
  await using real = await startLocalChain({ chainId })
  const { rpc, identity } = real
  expect(await codeOf({ rpc, identity })).toBe('EXPORT_MAINNET_REFUSED')
  // Allowed, it still does not take a key that everybody knows.
  const network = String(chainId)
  expect(await codeOf({ rpc, identity, mainnet: true, network })).toBe('EXPORT_KEY_PUBLIC')
  expect(await codeOf({ rpc, mainnet: true, network })).toBe(withoutRegistry)
  // Allowed and not named, or named and not allowed, or another one named.
  expect(await codeOf({ rpc, identity, mainnet: true })).toBe('EXPORT_MAINNET_REFUSED')
  expect(await codeOf({ rpc, identity, network })).toBe('EXPORT_MAINNET_REFUSED')
  expect(await codeOf({ rpc, identity, mainnet: true, network: '999998' })).toBe('EXPORT_CHAIN_MISMATCH')
})

test('what lies at the address of the registry', async () => {
  const anvil = createTestClient({ mode: 'anvil', transport: http(chain.rpc) })
  const place = async (address: Address, bytecode: Hex): Promise<Address> => {
    await anvil.setCode({ address, bytecode })
    return address
  }
  const nothing = `0x${'ab'.repeat(20)}` as const
  expect(await codeOf({ identity: nothing })).toBe('EXPORT_REGISTRY_UNFIT')
  // A proxy that waits for its contract refuses every call.
  expect(await codeOf({ identity: await place(`0x${'ac'.repeat(20)}`, '0x60006000fd') })).toBe('EXPORT_REGISTRY_UNFIT')
  // A contract that answers everything with 1, as `supportsInterface` wants it.
  const yes = await place(`0x${'ad'.repeat(20)}`, '0x600160005260206000f3')
  expect(await codeOf({ identity: yes })).toBe('EXPORT_REGISTRY_UNFIT')
  // The reputation registry tells the right version and is no ERC-721.
  expect(await codeOf({ identity: chain.reputation })).toBe('EXPORT_REGISTRY_UNFIT')
  const draft = await place('0x8004a6090Cd10A7288092483047B097295Fb8847', '0x600160005260206000f3')
  expect(await codeOf({ identity: draft })).toBe('EXPORT_REGISTRY_UNFIT')
  expect(await sent()).toBe(0)
})

test('on a test network: own key, two confirmations', async () => {
  await using testnet = await startLocalChain({ chainId: 11_155_111 })
  const anvil = createTestClient({ mode: 'anvil', transport: http(testnet.rpc) })
  const key = generatePrivateKey()
  await anvil.setBalance({ address: privateKeyToAddress(key), value: parseEther('1') })
  process.env['DATACORTEX_PRIVATE_KEY'] = key
  const paths = await chainSpace(['writer'])
  const running = registerAgents(paths, {
    ids: ['writer'],
    url,
    network: 'sepolia',
    rpc: testnet.rpc,
    allowEnvKey: true,
    confirm: true,
  })
  expect(await whileMining(anvil, running)).toMatchObject({
    network: 'sepolia',
    chain_id: 11_155_111,
    results: [{ agent_id: 0, status: 'registered', registry: `eip155:11155111:${testnet.identity}` }],
  })
})

test('an external signer signs, and one that signs something else is refused', async () => {
  const paths = await chainSpace(['external'])
  const options = { ids: ['external'], url, rpc: chain.rpc, confirm: true, account: chain.accounts[1] }
  // Answers with what it signed before, for another nonce.
  const forger = await startFaultyRpc(chain.rpc, ({ method }) =>
    method === 'eth_signTransaction' ? { change: (raw) => `${String(raw).slice(0, -2)}00` } : 'pass',
  )
  await expect(registerAgents(paths, { ...options, signerRpc: forger.url })).rejects.toMatchObject({
    code: 'EXPORT_SIGNER_FAILED',
  })
  await forger.close()
  const unknown = `0x${'12'.repeat(20)}`
  await createTestClient({ mode: 'anvil', transport: http(chain.rpc) }).setBalance({
    address: `0x${'12'.repeat(20)}`,
    value: parseEther('1'),
  })
  await expect(registerAgents(paths, { ...options, account: unknown })).rejects.toMatchObject({
    code: 'EXPORT_SIGNER_FAILED',
  })
  expect((await registerAgents(paths, options)).results).toMatchObject([{ status: 'registered' }])
})
