import { createTestClient, http, parseGwei } from 'viem'
import { expect, test } from 'vitest'
import { asAccount, chainSpace } from './__fixtures__/chain-space.ts'
import { registeredUris } from './__fixtures__/count-registered.ts'
import { startLocalChain } from './local/start-local-chain.ts'
import { registerAgents } from './register-agents.ts'

const url = 'https://agents.example.org/'

test('a transaction that nobody mines is replaced on request, and registers once', async () => {
  await using chain = await startLocalChain()
  const anvil = createTestClient({ mode: 'anvil', transport: http(chain.rpc) })
  const paths = await chainSpace(['stuck', 'behind'])
  const options = { ids: ['stuck'], url, rpc: chain.rpc, confirm: true, receiptTimeoutMs: 400 }
  await anvil.setAutomine(false)
  const [first] = (await registerAgents(paths, { ...options, ...asAccount() })).results
  expect(first).toMatchObject({ status: 'pending', error: { code: 'EXPORT_TRANSACTION_PENDING' } })
  // Nothing else is sent while it waits: a later nonce could not be mined either.
  const behind = await registerAgents(paths, { ...options, ids: ['behind'], ...asAccount() })
  expect(behind.results).toMatchObject([{ status: 'pending', tx: null }])
  expect(behind.resume).toEqual(['behind'])

  const replaced = registerAgents(paths, { ...options, replace: true, receiptTimeoutMs: 10_000, ...asAccount() })
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

test('gas gets dearer after it was signed: it waits, and a higher fee stays below the cap', async () => {
  await using chain = await startLocalChain()
  const anvil = createTestClient({ mode: 'anvil', transport: http(chain.rpc) })
  const paths = await chainSpace(['dear'])
  const options = { ids: ['dear'], url, rpc: chain.rpc, confirm: true, receiptTimeoutMs: 400 }
  await anvil.setAutomine(false)
  await registerAgents(paths, { ...options, ...asAccount() })
  await anvil.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('150') })
  await anvil.mine({ blocks: 1 })
  expect(await registeredUris(chain)).toHaveLength(0)
  await expect(
    registerAgents(paths, { ...options, replace: true, maxFeeGwei: 20, ...asAccount() }),
  ).rejects.toMatchObject({
    code: 'EXPORT_FEE_TOO_HIGH',
  })
  await anvil.setAutomine(true)
  const done = await registerAgents(paths, { ...options, replace: true, receiptTimeoutMs: 10_000, ...asAccount() })
  expect(done.results).toMatchObject([{ status: 'registered' }])
  expect(await registeredUris(chain)).toHaveLength(1)
})

test('stopped by the person: what was sent is found afterwards', async () => {
  await using chain = await startLocalChain()
  const anvil = createTestClient({ mode: 'anvil', transport: http(chain.rpc) })
  const paths = await chainSpace(['stopped'])
  const options = { ids: ['stopped'], url, rpc: chain.rpc, confirm: true }
  await anvil.setAutomine(false)
  const controller = new AbortController()
  const running = registerAgents(paths, { ...options, signal: controller.signal, ...asAccount() })
  await expect.poll(async () => (await anvil.getTxpoolStatus()).pending).toBe(1)
  controller.abort()
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  await anvil.setAutomine(true)
  await anvil.mine({ blocks: 1 })
  expect((await registerAgents(paths, { ...options, ...asAccount() })).results).toMatchObject([
    { status: 'registered' },
  ])
  expect(await registeredUris(chain)).toHaveLength(1)
})

test('a local chain that started anew gives its numbers to others', async () => {
  const paths = await chainSpace(['first', 'second'])
  {
    await using chain = await startLocalChain()
    await registerAgents(paths, { ids: ['first'], url, rpc: chain.rpc, ...asAccount(), confirm: true })
  }
  await using chain = await startLocalChain({ args: ['--timestamp', '1900000000'] })
  const options = { url, rpc: chain.rpc, confirm: true }
  expect((await registerAgents(paths, { ...options, ids: ['second'], ...asAccount() })).results).toMatchObject([
    { status: 'registered', agent_id: 0 },
  ])
  const both = await registerAgents(paths, { ...options, ids: ['first', 'second'], ...asAccount() })
  expect(both.results).toMatchObject([
    { id: 'first', status: 'registered', agent_id: 1 },
    { id: 'second', status: 'unchanged', agent_id: 0 },
  ])
})

test('two agents of one identity: neither is touched', async () => {
  await using chain = await startLocalChain()
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
