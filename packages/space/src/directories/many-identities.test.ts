import { DirectoryCache } from '@datacortex/directory'
import { startLocalChain } from '@datacortex/export'
import { createHashEmbedder } from '@datacortex/testkit'
import { createTestClient, encodeFunctionData, http, parseAbi, publicActions, toHex } from 'viem'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { sharedPublished } from '../parts/shared-published.ts'
import { addDirectory, refreshDirectories } from './change-directories.ts'

const abi = parseAbi(['function register(string) returns (uint256)'])
const many = 1000

test('a chain with 1,000 identities is read whole, page by page, each once', async () => {
  await using chain = await startLocalChain()
  const sent = Array.from({ length: many }, (_, id) => {
    const file = JSON.stringify({ name: `Agent ${id}`, description: `Knows the harbour ${id}.` })
    const args = [`data:application/json,${encodeURIComponent(file)}`] as const
    const data = encodeFunctionData({ abi, functionName: 'register', args })
    // Full blocks make the next ones dearer: what is offered has to be enough for the last of them.
    const gas = { gas: toHex(2_000_000), maxFeePerGas: toHex(10n ** 13n), maxPriorityFeePerGas: toHex(1) }
    const transaction = { from: chain.accounts[0], to: chain.identity, data, nonce: toHex(id), ...gas }
    return { jsonrpc: '2.0', id, method: 'eth_sendTransaction', params: [transaction] }
  })
  const client = createTestClient({ mode: 'anvil', transport: http(chain.rpc) }).extend(publicActions)
  // A node that mines while it is sent more loses some now and then, and all behind them wait for ever.
  await client.setAutomine(false)
  for (let first = 0; first < many; first += 100) {
    const body = JSON.stringify(sent.slice(first, first + 100))
    const answer = await fetch(chain.rpc, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect(await answer.text()).not.toContain('"error"')
  }
  const address = chain.accounts[0] ?? '0x'
  // A block holds only so many, and what is left waits for the next one.
  for (let block = 0; block < many && (await client.getTransactionCount({ address })) < many; block += 1)
    await client.mine({ blocks: 1 })
  expect(await client.getTransactionCount({ address })).toBe(many)
  const { work, paths } = await workSpace()
  const openModel = async () => await Promise.resolve(createHashEmbedder())
  const own = { ...work, openModel, openPublished: sharedPublished(paths, { openModel, idleMs: 0 }).open }
  await addDirectory.run(own, { directory: 'erc8004', address: chain.rpc })
  const refresh = async () => await refreshDirectories.run(own, {})
  const first = await refresh()
  expect(first).toMatchObject({ agents: many, directories: [{ found: many, failures: [], stale: false }] })
  using cache = await DirectoryCache.open(paths)
  expect(new Set(cache.all().map(({ name }) => name)).size).toBe(many)
  expect(await refresh()).toMatchObject({ agents: many, embedded: 0 })
})
