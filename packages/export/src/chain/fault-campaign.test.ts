import { expect, test } from 'vitest'
import { asAccount, chainSpace, registryText } from './__fixtures__/chain-space.ts'
import { registeredUris } from './__fixtures__/count-registered.ts'
import { type Fault, type RpcRequest, startFaultyRpc } from './__fixtures__/faulty-rpc.ts'
import { startRegistrar } from './__fixtures__/registering-process.ts'
import { startLocalChain } from './local/start-local-chain.ts'
import { registerAgents } from './register-agents.ts'

const isLong = process.env['LONG'] === '1'
const many = isLong ? 200 : 6
const kills = isLong ? 12 : 1

test(`drops, delays, duplicates and kills over ${many} registrations: exactly ${many} identities`, async () => {
  await using chain = await startLocalChain()
  const ids = Array.from({ length: many }, (_, index) => `agent-${String(index).padStart(3, '0')}`)
  const paths = await chainSpace(ids)
  const random = seeded(8004)
  let killed = 0
  let onRequest: ((request: RpcRequest) => void) | undefined
  const proxy = await startFaultyRpc(chain.rpc, (request) => {
    onRequest?.(request)
    return faultFor(request, random())
  })
  try {
    const options = { ids, url: 'https://agents.example.org/' }
    for (let kill = 0; kill < kills; kill += 1) {
      const registrar = startRegistrar()
      // At one of the next transactions, and some requests later, so that some have got through.
      let transactions = 1 + Math.floor(random() * Math.min(20, many / 2))
      let requests = Math.floor(random() * 10)
      onRequest = ({ method }) => {
        if (method === 'eth_sendRawTransaction') transactions -= 1
        if (transactions <= 0 && (requests -= 1) < 0) registrar.child.kill('SIGKILL')
      }
      await registrar.run(paths.root, { ...options, rpc: proxy.url })
      await registrar.close()
      if (registrar.child.signalCode === 'SIGKILL') killed += 1
    }
    onRequest = undefined
    let failed: readonly string[] = ids
    for (let run = 0; failed.length > 0 && run < 20; run += 1) {
      const report = await registerAgents(paths, {
        ...options,
        ids,
        rpc: proxy.url,
        confirm: true,
        ...asAccount(),
      }).catch(() => undefined)
      failed = report?.resume ?? ids
    }
    expect(failed).toEqual([])
    expect(killed).toBeGreaterThan(kills / 3)
  } finally {
    await proxy.close()
  }
  const uris = await registeredUris(chain)
  expect([uris.length, new Set(uris).size]).toEqual([many, many])
  expect((await registryText(paths)).match(/identityRegistry/g)?.length).toBe(many)
})

function faultFor({ method }: RpcRequest, chance: number): Fault {
  if (method === 'eth_sendRawTransaction') {
    if (chance < 0.2) return 'drop'
    if (chance < 0.4) return 'drop-answer'
    if (chance < 0.5) return 'twice'
    return chance < 0.7 ? { turns: chance * 300 } : 'pass'
  }
  if (chance < 0.02) return 'drop'
  if (chance < 0.03) return 'drop-answer'
  if (chance < 0.04) return 'too-many'
  return chance < 0.1 ? { turns: chance * 500 } : 'pass'
}

/** The same numbers in each run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
