import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestClient, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentsText, asAccount, chainSpace, registryText } from '../__fixtures__/chain-space.ts'
import { registeredUris } from '../__fixtures__/count-registered.ts'
import { startFaultyRpc } from '../__fixtures__/faulty-rpc.ts'
import { interruptedRun } from '../__fixtures__/interrupted-run.ts'
import { type LocalChain, startLocalChain } from '../local/start-local-chain.ts'
import { rateAgents } from '../rate-agents.ts'
import { registerAgents } from '../register-agents.ts'
import { statusAgents } from '../status-agents.ts'
import { updateAgents } from '../update-agents.ts'

const url = 'https://agents.example.org/'
let chain: LocalChain
beforeAll(async () => void (chain = await startLocalChain()))
afterAll(async () => await chain.close())

async function urisOf(id: string): Promise<number> {
  return (await registeredUris(chain)).filter((uri) => uri.includes(`/${id}/`)).length
}

test('a transaction of another agent that an earlier run signed is planned, capped, told and recorded', async () => {
  const paths = await chainSpace(['translator', 'tuner'])
  const options = { ids: ['translator'], url, rpc: chain.rpc }
  await registerAgents(paths, { ...options, ...asAccount(), confirm: true })
  const error = await interruptedRun(
    chain,
    async (how) => await registerAgents(paths, { ...options, ids: ['tuner'], ...asAccount(), ...how }),
  )
  expect(error).toMatchObject({ code: 'EXPORT_INTERRUPTED', hint: textOf(/same command again: 0x\w{64} of tuner is/) })
  expect(await urisOf('tuner')).toBe(0)

  const plan = await updateAgents(paths, { ...options, ...asAccount() })
  expect(plan).toMatchObject({
    plan: [
      { id: 'tuner', action: 'resume', cost_ether: textOf(/^0\.0/) },
      { id: 'translator', action: 'none' },
    ],
    results: [{ id: 'tuner', status: 'planned' }, { status: 'unchanged' }],
    findings: [{ code: 'EXPORT_EARLIER_FIRST', subject: 'tuner', message: textOf(/ is sent first and can cost 0\.0/) }],
  })
  expect(plan.cost.ether).toBe(plan.plan[0]?.cost_ether)
  const refusals = [
    { caps: { maxCost: '0.000001' }, code: 'EXPORT_COST_TOO_HIGH', message: /of it for what earlier runs signed/ },
    { caps: { maxFeeGwei: 0.001 }, code: 'EXPORT_FEE_TOO_HIGH', message: /which an earlier run signed, offers/ },
  ]
  for (const { caps, code, message } of refusals) {
    const capped = updateAgents(paths, { ...options, ...caps, ...asAccount(), confirm: true })
    await expect(capped).rejects.toMatchObject({ code, message: textOf(message) })
  }
  expect(await urisOf('tuner')).toBe(0)

  const maxCost = plan.cost.suggested_max_cost
  const done = await updateAgents(paths, { ...options, maxCost, ...asAccount(), confirm: true })
  expect(done).toMatchObject({
    results: [
      { id: 'tuner', status: 'registered', agent_id: 1 },
      { id: 'translator', status: 'unchanged' },
    ],
  })
  expect([await urisOf('tuner'), (await registryText(paths)).includes('agentId: 1')]).toEqual([1, true])
})

test('what is new and what was signed before have to fit under the cap together, or nothing is sent', async () => {
  const paths = await chainSpace(['first', 'second'])
  const options = { url, rpc: chain.rpc }
  await interruptedRun(
    chain,
    async (how) => await registerAgents(paths, { ...options, ids: ['first'], ...asAccount(), ...how }),
  )
  const plan = await registerAgents(paths, { ...options, ids: ['second'], ...asAccount() })
  const [first, second] = plan.plan
  expect(plan.plan).toMatchObject([
    { id: 'first', action: 'resume' },
    { id: 'second', action: 'register', agent_id: (await registeredUris(chain)).length + 1 },
  ])
  expect(Number(plan.cost.ether)).toBeCloseTo(Number(first?.cost_ether) + Number(second?.cost_ether), 12)
  const tight = registerAgents(paths, {
    ...options,
    ids: ['second'],
    maxCost: second?.cost_ether,
    ...asAccount(),
    confirm: true,
  })
  await expect(tight).rejects.toMatchObject({ code: 'EXPORT_COST_TOO_HIGH' })
  expect([await urisOf('first'), await urisOf('second')]).toEqual([0, 0])
  const done = await registerAgents(paths, { ...options, ids: ['second'], ...asAccount(), confirm: true })
  expect(done.results).toMatchObject([
    { id: 'first', status: 'registered' },
    { id: 'second', status: 'registered' },
  ])
})

test('a rating tells what became of a registration that was signed before, and records it', async () => {
  const paths = await chainSpace(['known', 'begun'])
  const options = { url, rpc: chain.rpc }
  await registerAgents(paths, { ...options, ids: ['known'], ...asAccount(), confirm: true })
  await interruptedRun(
    chain,
    async (how) => await registerAgents(paths, { ...options, ids: ['begun'], ...asAccount(1), ...how }),
  )
  const scores = { task_completion: 80, output_quality: 70, efficiency: 90 }
  const evaluations = [{ id: 'eval-1', evaluated_agent: 'known', scores, tags: [] }]
  const rating = { evaluations, rpc: chain.rpc }
  const plan = await rateAgents(paths, { ...rating, ...asAccount(1) })
  expect(plan.results).toMatchObject([
    { id: 'begun', evaluation: '', status: 'planned' },
    { id: 'known', evaluation: 'eval-1', status: 'planned' },
  ])
  const capped = rateAgents(paths, { ...rating, maxCost: '0.000001', ...asAccount(1), confirm: true })
  await expect(capped).rejects.toMatchObject({ code: 'EXPORT_COST_TOO_HIGH' })
  expect(await urisOf('begun')).toBe(0)
  const done = await rateAgents(paths, { ...rating, ...asAccount(1), confirm: true })
  expect(done.results).toMatchObject([
    { id: 'begun', status: 'registered' },
    { id: 'known', status: 'given' },
  ])
  const number = String(done.results[0]?.agent_id)
  expect((await registryText(paths)).split('begun:')[1]).toContain(`agentId: ${number}`)
})

test('an agent that is renamed while its registration waits is registered once', async () => {
  const paths = await chainSpace(['minutes'])
  const options = { url, rpc: chain.rpc }
  await interruptedRun(
    chain,
    async (how) => await registerAgents(paths, { ...options, ids: ['minutes'], ...asAccount(), ...how }),
  )
  const before = (await registeredUris(chain)).length
  // Without an alias nobody could tell that the two are one.
  await writeFile(paths.agentsFile, agentsText(['protocol']))
  for (const confirm of [false, true])
    await expect(
      registerAgents(paths, { ...options, ids: ['protocol'], ...asAccount(), confirm }),
    ).rejects.toMatchObject({
      code: 'EXPORT_REGISTRATION_ORPHANED',
      message: textOf(/0x\w{64} registers minutes,/),
      hint: textOf(/`minutes: \{alias: ID\}`/),
    })
  expect(await registeredUris(chain)).toHaveLength(before)

  await writeFile(paths.agentsFile, `${agentsText(['protocol'])}${aliasOf('minutes', 'protocol')}`)
  expect((await statusAgents(paths, { ...options, ids: ['protocol'] })).results).toMatchObject([{ status: 'pending' }])
  const done = await registerAgents(paths, { ...options, ids: ['protocol'], ...asAccount(), confirm: true })
  expect(done.results).toMatchObject([{ id: 'protocol', status: 'registered', agent_id: before }])
  expect(await registeredUris(chain)).toHaveLength(before + 1)
  const again = await registerAgents(paths, { ...options, ids: ['protocol'], ...asAccount(), confirm: true })
  expect(again.results).toMatchObject([{ status: 'unchanged', agent_id: before }])
})

test.each(['https', 'data', 'ipfs'] as const)('a renamed agent keeps its identity and is updated: %s', async (uri) => {
  const [name, renamed] = [`translator-${uri}`, `interpreter-${uri}`]
  const paths = await chainSpace([name])
  const options = { url, rpc: chain.rpc }
  const first = await registerAgents(paths, { ...options, ids: [name], uri, ...asAccount(2), confirm: true })
  const agentId = first.results[0]?.agent_id
  const entry = (await registryText(paths)).replace(`  ${name}:`, `  ${renamed}:`)
  // The alias still has what was recorded, as anyone who copies an entry leaves it.
  const recorded = entry.slice(entry.indexOf('    erc8004:'))
  await writeFile(paths.agentsFile, `${entry}${aliasOf(name, renamed)}${recorded}`)
  for (const lost of [false, true]) {
    if (lost) {
      await rm(join(paths.stateDirectory, 'chain'), { recursive: true })
    }
    const plan = await registerAgents(paths, { ...options, ids: [renamed], ...asAccount(2) })
    expect(plan.results, `lost: ${lost}`).toMatchObject([{ id: renamed, status: 'unchanged', agent_id: agentId }])
  }
  const updated = await updateAgents(paths, { ...options, ids: [renamed], ...asAccount(2), confirm: true })
  expect(updated).toMatchObject({
    plan: [{ action: 'update', uri: textOf(new RegExp(`^${uri}:`)) }],
    results: [{ id: renamed, status: 'updated', agent_id: agentId }],
  })
  expect((await statusAgents(paths, { ...options, ids: [renamed] })).results).toMatchObject([{ status: 'registered' }])
})

test('on a chain that lasts, only an agent in use can have the same identity', async () => {
  await using testnet = await startLocalChain({ chainId: 84_532 })
  const anvil = createTestClient({ mode: 'anvil', transport: http(testnet.rpc) })
  const key = generatePrivateKey()
  await anvil.setBalance({ address: privateKeyToAddress(key), value: parseEther('1') })
  const asKey = (): { readonly allowEnvKey: true } => {
    process.env['DATACORTEX_PRIVATE_KEY'] = key
    return { allowEnvKey: true }
  }
  const paths = await chainSpace(['translator'])
  const options = { url, rpc: testnet.rpc, confirm: true, confirmations: 1 }
  await registerAgents(paths, { ...options, ids: ['translator'], ...asKey() })
  const own = await registryText(paths)
  const renamed = own.replace('  translator:', '  interpreter:')
  const recorded = own.slice(own.indexOf('    erc8004:'))
  const update = async (text: string, journal: 'kept' | 'lost'): Promise<unknown> => {
    await writeFile(paths.agentsFile, text)
    if (journal === 'lost') await rm(join(paths.stateDirectory, 'chain'), { recursive: true, force: true })
    const given = { ...options, ids: ['interpreter'], confirm: false }
    return (await updateAgents(paths, { ...given, ...asKey() })).plan
  }
  const update0 = [{ id: 'interpreter', action: 'update', agent_id: 0 }]
  expect(await update(renamed, 'kept'), 'the former id is gone').toMatchObject(update0)
  const alias = aliasOf('translator', 'interpreter')
  expect(await update(renamed + alias, 'kept')).toMatchObject(update0)
  expect(await update(renamed + alias + recorded, 'lost')).toMatchObject(update0)
  expect(await update(renamed.replace(recorded, '') + alias + recorded, 'lost')).toMatchObject(update0)
  const two = renamed + own.slice(own.indexOf('  translator:'))
  const error = { code: 'EXPORT_IDENTITY_UNCLEAR' }
  expect(await update(two, 'lost'), 'both are in use').toMatchObject([{ action: 'refused', error }])
})

test('agents.yaml breaks while a transaction is out: the report tells what was done', async () => {
  const paths = await chainSpace(['clerk'])
  const good = await registryText(paths)
  const proxy = await startFaultyRpc(chain.rpc, ({ method }) =>
    method === 'eth_sendRawTransaction' ? { after: writeFile(paths.agentsFile, `${good}\n  : : [\n`) } : 'pass',
  )
  try {
    const options = { ids: ['clerk'], url, confirm: true }
    const done = await registerAgents(paths, { ...options, rpc: proxy.url, ...asAccount() })
    expect(done).toMatchObject({
      results: [{ id: 'clerk', status: 'registered' }],
      findings: [{ code: 'EXPORT_IDENTITY_NOT_RECORDED', subject: 'clerk', hint: textOf(/chain register clerk/) }],
    })
    await writeFile(paths.agentsFile, good)
    const again = await registerAgents(paths, { ...options, rpc: chain.rpc, ...asAccount() })
    expect(again.results).toMatchObject([{ status: 'recorded', agent_id: done.results[0]?.agent_id }])
  } finally {
    await proxy.close()
  }
})

function aliasOf(name: string, id: string): string {
  return `  ${name}:\n    name: ${name}\n    description: Now ${id}\n    skills: []\n    alias: ${id}\n`
}

function textOf(pattern: RegExp): unknown {
  return expect.stringMatching(pattern)
}
