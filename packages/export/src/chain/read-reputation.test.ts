import { encodeFunctionData, getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reputationRegistryAbi } from '../abi/reputation-registry.generated.ts'
import { asAccount, chainSpace } from './__fixtures__/chain-space.ts'
import { type LocalChain, startLocalChain } from './local/start-local-chain.ts'
import { readReputation } from './read-reputation.ts'
import { registerAgents } from './register-agents.ts'

let chain: LocalChain
beforeAll(async () => void (chain = await startLocalChain()))
afterAll(async () => await chain.close())

test('ratings under every tag are read, and whose were left out is said', async () => {
  const paths = await chainSpace(['judged'])
  const query = { ids: ['judged'], url: 'https://t.example.org/', rpc: chain.rpc }
  const [{ agent_id: id } = {}] = (await registerAgents(paths, { ...query, ...asAccount(0), confirm: true })).results
  const [, one = '', two = ''] = chain.accounts.map((account) => getAddress(account))
  for (const [account, value, tag] of [
    [one, 90, 'starred'],
    [one, 560, 'responseTime'],
    [two, 10, 'starred'],
    [two, 99, 'uptime'],
  ] as const)
    await give(account, { agentId: BigInt(id ?? -1), value: BigInt(value), tag })
  await revoke(two, { agentId: BigInt(id ?? -1), index: 2n })
  const read = async (asked: object) => (await readReputation(paths, { ...query, ...asked })).results[0]
  expect(await read({})).toMatchObject({
    count: 3,
    average: 50,
    tags: [
      { tag: 'starred', count: 2, average: 50, positive_rate: 0.5 },
      { tag: 'responseTime', count: 1, average: 560 },
    ],
    clients: [one, two],
    left_out: { untrusted: 0, revoked: 1, other_tags: 0, unread_accounts: 0 },
  })
  expect(await read({ tag: 'responseTime', clients: [one] })).toMatchObject({
    count: 1,
    average: 560,
    clients: [one],
    left_out: { untrusted: 1, revoked: 1, other_tags: 1, unread_accounts: 0 },
  })
  expect(await read({ tag: 'nothing' })).toMatchObject({ count: 0, average: null, tags: [], clients: [] })
})

async function give(account: string, { agentId, value, tag }: { agentId: bigint; value: bigint; tag: string }) {
  const args = [agentId, value, 0, tag, '', '', '', `0x${'0'.repeat(64)}`] as const
  await sendAs(account, encodeFunctionData({ abi: reputationRegistryAbi, functionName: 'giveFeedback', args }))
}

async function revoke(account: string, { agentId, index }: { agentId: bigint; index: bigint }) {
  const args = [agentId, index] as const
  await sendAs(account, encodeFunctionData({ abi: reputationRegistryAbi, functionName: 'revokeFeedback', args }))
}

async function sendAs(account: string, data: string): Promise<void> {
  await askNode('eth_sendTransaction', [{ from: account, to: chain.reputation, data }])
}

async function askNode(method: string, params: readonly unknown[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(chain.rpc, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect(await answer.json()).not.toHaveProperty('error')
}
