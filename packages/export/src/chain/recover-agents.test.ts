import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount, chainSpace } from './__fixtures__/chain-space.ts'
import { type LocalChain, startLocalChain } from './local/start-local-chain.ts'
import { recoverAgents } from './recover-agents.ts'
import { registerAgents } from './register-agents.ts'
import { updateAgents } from './update-agents.ts'

let chain: LocalChain
beforeAll(async () => void (chain = await startLocalChain()))
afterAll(async () => await chain.close())

test('what is recovered, and what stays unmatched', async () => {
  const paths = await chainSpace(['mine'])
  const other = await chainSpace(['theirs'])
  const options = { url: 'https://r.example.org/', rpc: chain.rpc }
  await registerAgents(paths, { ...options, ids: ['mine'], ...asAccount(2), confirm: true })
  await registerAgents(other, { ...options, ids: ['theirs'], ...asAccount(2), confirm: true })
  const lost = await chainSpace(['mine'])
  const owner = chain.accounts[2]
  const found = await recoverAgents(lost, { ...options, owner })
  expect(found).toMatchObject({
    results: [{ id: 'mine', status: 'found' }],
    unmatched: [{ uri: 'https://r.example.org/agents/theirs/agent-registration.json' }],
  })
  expect((await recoverAgents(lost, { ...options, owner, confirm: true })).results).toMatchObject([
    { status: 'recorded' },
  ])
  expect((await recoverAgents(lost, { ...options, owner, confirm: true })).results).toMatchObject([
    { status: 'unchanged' },
  ])
})

test('what is recorded stays recorded where an account has two identities of an agent', async () => {
  const [paths, copy] = [await chainSpace(['twice']), await chainSpace(['twice'])]
  const options = { url: 'https://t.example.org/', ids: ['twice'], rpc: chain.rpc, confirm: true }
  const [first] = (await registerAgents(copy, { ...options, ...asAccount(2) })).results
  // The second one is made as if the first were somebody else's.
  const elsewhere = { ...options, url: 'https://elsewhere.example.org/' }
  const [second] = (await registerAgents(paths, { ...elsewhere, ...asAccount(2) })).results
  await updateAgents(paths, { ...options, ...asAccount(2) })
  expect(second?.agent_id).not.toBe(first?.agent_id)
  const { results, findings } = await recoverAgents(paths, { ...options, owner: chain.accounts[2] })
  expect(results).toMatchObject([{ id: 'twice', agent_id: second?.agent_id, status: 'unchanged' }])
  expect(findings).toMatchObject([{ code: 'EXPORT_IDENTITY_DOUBLED' }])
})

test('numbers that agents.yaml has of an earlier local chain are not taken for its own', async () => {
  const paths = await chainSpace(['alpha', 'beta'])
  {
    await using earlier = await startLocalChain()
    await registerAgents(paths, {
      url: 'https://e.example.org/',
      ids: ['alpha'],
      rpc: earlier.rpc,
      confirm: true,
      ...asAccount(),
    })
  }
  await using later = await startLocalChain({ args: ['--timestamp', '1900000000'] })
  const options = { url: 'https://e.example.org/', rpc: later.rpc, confirm: true }
  await registerAgents(paths, { ...options, ids: ['beta'], ...asAccount() })
  expect((await recoverAgents(paths, { ...options, owner: later.accounts[0] })).results).toMatchObject([
    { id: 'beta', agent_id: 0 },
  ])
})
