import { createServer } from 'node:http'
import { once } from 'node:events'
import { type Address, createTestClient, http } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { asAccount, chainSpace } from './__fixtures__/chain-space.ts'
import { type CheckChainOptions, checkChain } from './check-chain.ts'
import { type LocalChain, startLocalChain } from './local/start-local-chain.ts'
import { registerAgents } from './register-agents.ts'
import { statusAgents } from './status-agents.ts'
import { updateAgents } from './update-agents.ts'
import { verifyAgents } from './verify-agents.ts'

let chain: LocalChain
beforeAll(async () => void (chain = await startLocalChain()))
afterAll(async () => await chain.close())

async function checked(options: CheckChainOptions) {
  const { ready, checks } = await checkChain(await chainSpace(['writer']), options)
  return { ready, ...Object.fromEntries(checks.map(({ check, ok }) => [check, ok])), checks }
}

const there = { rpc: true, chain: true, 'identity registry': true, 'reputation registry': true }

test('all that a registration needs is there', async () => {
  const site = createServer((_, response) => void response.writeHead(404).end())
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  onTestFinished(() => void site.close())
  const address = site.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`
  const all = { ...there, key: true, account: true, balance: true, ready: true }
  expect(await checked({ rpc: chain.rpc, url, ...asAccount() })).toMatchObject({ ...all, address: true })
  expect(await checked({ rpc: chain.rpc, ...asAccount() })).toMatchObject({ ...all, address: null })
})

test('what is missing is named, and the rest is looked at all the same', async () => {
  const nobody = { key: false, account: null, balance: null, ready: false }
  expect(await checked({ rpc: 'http://127.0.0.1:1' })).toMatchObject({ rpc: false, chain: null, ...nobody })
  expect(await checked({ rpc: chain.rpc, network: 'sepolia' })).toMatchObject({ rpc: true, chain: false, ...nobody })
  expect(await checked({ rpc: chain.rpc })).toMatchObject({ ...there, ...nobody })
  const client = createTestClient({ mode: 'anvil', transport: http(chain.rpc) })
  const [, , , , , , poor = '', contract = ''] = chain.accounts
  await client.setBalance({ address: poor as Address, value: 1n })
  await client.setCode({ address: contract as Address, bytecode: '0x6000' })
  const url = 'https://127.0.0.1:1/'
  const ofPoor = await checked({ rpc: chain.rpc, account: poor, url })
  expect(ofPoor).toMatchObject({ ...there, key: true, account: true, balance: false, address: false, ready: false })
  expect(ofPoor.checks.find(({ check }) => check === 'balance')?.hint).toMatch(/faucet/)
  expect(await checked({ rpc: chain.rpc, account: contract })).toMatchObject({ account: false, ready: false })
  const other = await checked({ rpc: chain.rpc, identity: chain.accounts[0], ...asAccount() })
  expect(other).toMatchObject({ 'identity registry': false, account: null, ready: false })
})

test('a file on the chain itself needs no address; later runs take the one that the chain knows', async () => {
  const paths = await chainSpace(['mute', 'reached'])
  const on = { rpc: chain.rpc, confirm: true }
  const refused = await registerAgents(paths, { ids: ['mute'], rpc: chain.rpc, ...asAccount() })
  expect(refused.plan).toMatchObject([{ action: 'refused', error: { code: 'EXPORT_CHAIN_OPTION_MISSING' } }])
  const mute = { ids: ['mute'], uri: 'data', ...on } as const
  const { results, findings } = await registerAgents(paths, { ...mute, ...asAccount() })
  expect(results).toMatchObject([{ status: 'registered' }])
  expect(findings.map(({ code }) => code)).toContain('ERC8004_SERVICES_MISSING')
  expect((await registerAgents(paths, { ...mute, ...asAccount() })).results).toMatchObject([{ status: 'unchanged' }])
  expect((await statusAgents(paths, { ids: ['mute'], rpc: chain.rpc })).results).toMatchObject([
    { status: 'registered' },
  ])
  await registerAgents(paths, { ...mute, ids: ['reached'], url: 'https://a.example.org/', ...asAccount() })
  const known = { ids: ['reached'], rpc: chain.rpc }
  expect((await statusAgents(paths, known)).results).toMatchObject([{ status: 'registered', changed_fields: [] }])
  expect((await updateAgents(paths, { ...known, ...on, ...asAccount() })).results).toMatchObject([
    { status: 'unchanged' },
  ])
  expect((await verifyAgents(paths, known)).results).toMatchObject([{ verified: true }])
})
