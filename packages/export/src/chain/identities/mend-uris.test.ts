import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount, chainSpace, registryText } from '../__fixtures__/chain-space.ts'
import { type Fault, startFaultyRpc } from '../__fixtures__/faulty-rpc.ts'
import type { ChainReport } from '../chain-report.ts'
import { connectChain } from '../connect/connect-chain.ts'
import { type LocalChain, startLocalChain } from '../local/start-local-chain.ts'
import { readIdentity } from './read-identity.ts'
import { registerAgents } from '../register-agents.ts'

const options = { url: 'https://agents.example.org/', confirm: true, uri: 'data' } as const
let chain: LocalChain
beforeAll(async () => void (chain = await startLocalChain()))
afterAll(async () => await chain.close())

/** Registers an agent while somebody else registers in between, through a node with one more fault. */
async function overtaken(
  id: string,
  { fault, maxCost }: { fault?: (method: string, count: number) => Fault; maxCost?: string },
): Promise<{ readonly paths: Awaited<ReturnType<typeof chainSpace>>; readonly report: ChainReport }> {
  const [paths, other] = [await chainSpace([id]), await chainSpace([`before-${id}`])]
  const gate = Promise.withResolvers<void>()
  const proxy = await startFaultyRpc(chain.rpc, ({ method }, count) =>
    method === 'eth_estimateGas' && count === 1 ? { after: gate.promise } : (fault?.(method, count) ?? 'pass'),
  )
  try {
    const slow = registerAgents(paths, { ...options, ids: [id], rpc: proxy.url, maxCost, ...asAccount(0) })
    await expect.poll(() => proxy.counts.get('eth_estimateGas')).toBe(1)
    await registerAgents(other, { ...options, ids: [`before-${id}`], rpc: chain.rpc, ...asAccount(1) })
    gate.resolve()
    return { paths, report: await slow }
  } finally {
    await proxy.close()
  }
}

/** The identity that the file on the chain names. */
async function namedIn(agentId: number | string | null | undefined): Promise<unknown> {
  const identity = await readIdentity(await connectChain({ rpc: chain.rpc }), BigInt(agentId ?? -1))
  const text = Buffer.from(identity?.uri.split(',')[1] ?? '', 'base64').toString()
  return (JSON.parse(text) as { registrations: readonly { agentId: unknown }[] }).registrations[0]?.agentId
}

test('a run that ends before it corrects its file tells the identity, and the next run corrects it', async () => {
  const fault = (method: string, count: number): Fault =>
    method === 'eth_getBalance' && count > 1 ? 'nonsense' : 'pass'
  const { paths, report } = await overtaken('cut-off', { fault })
  expect(report).toMatchObject({
    results: [{ id: 'cut-off', status: 'registered' }],
    findings: [{ code: 'EXPORT_URI_NOT_MENDED', subject: 'cut-off' }],
  })
  expect(await registryText(paths)).toContain(`agentId: ${report.results[0]?.agent_id}`)
  const agentId = report.results[0]?.agent_id
  expect(await namedIn(agentId)).not.toBe(agentId)

  const again = { ...options, ids: ['cut-off'], rpc: chain.rpc }
  const plan = await registerAgents(paths, { ...again, confirm: false, ...asAccount(0) })
  expect(plan.plan).toMatchObject([{ action: 'update', agent_id: agentId, changed_fields: ['registrations'] }])
  const done = await registerAgents(paths, { ...again, ...asAccount(0) })
  expect(done.results).toMatchObject([{ status: 'updated', agent_id: agentId }])
  expect(await namedIn(agentId)).toBe(agentId)
  expect((await registerAgents(paths, { ...again, ...asAccount(0) })).results).toMatchObject([{ status: 'unchanged' }])
})

test('registering and correcting together cost no more than allowed', async () => {
  const paths = await chainSpace(['capped'])
  const priced = await registerAgents(paths, {
    ...options,
    ids: ['capped'],
    rpc: chain.rpc,
    confirm: false,
    ...asAccount(0),
  })
  const { report } = await overtaken('capped', { maxCost: priced.cost.ether })
  expect(report).toMatchObject({
    results: [{ status: 'registered' }],
    findings: [{ code: 'EXPORT_URI_NOT_MENDED' }],
  })
})
