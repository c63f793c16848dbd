import { lintRegistration, readDataUri } from '@datacortex/export'
import type { Agent0File, Sent } from './agent0-sdk.ts'
import { fieldsOf, firstResult } from './first-result.ts'
import type { Setting } from './setting.ts'

/** agent0-sdk registers, rewrites and passes on; datacortex finds it, proves it and brings it in step. */
export async function readByDatacortex(setting: Setting): Promise<void> {
  await fileBehindAddress(setting)
  await fileOnChain(setting)
  await walletAndOwner(setting)
}

async function fileBehindAddress({
  datacortex,
  where,
  url,
  account,
  agent0,
  compare,
  ...chain
}: Setting): Promise<void> {
  const uri = `${url}agents/painter/agent-registration.json`
  const made = agent0(1).createAgent('Painter', 'Registered by agent0-sdk under the address of the served file.')
  const agentId = numberOf(await mined(made.registerHTTP(uri)))
  const owner = account(1).address
  const recovered = await datacortex.run(['chain', 'recover', 'painter', '--owner', owner, '--confirm', ...where])
  compare({
    reader: 'datacortex',
    what: 'painter, by https: recover',
    expected: {
      id: 'painter',
      agent_id: agentId,
      status: 'recorded',
      registry: `eip155:${chain.chainId}:${chain.identity}`,
    },
    seen: fieldsOf(firstResult(recovered), ['id', 'agent_id', 'status', 'registry']),
  })
  const expected = { agent_id: agentId, status: 'registered', owner, wallet: owner, uri }
  compare({
    reader: 'datacortex',
    what: 'painter, by https: status',
    expected,
    seen: fieldsOf(firstResult(await datacortex.run(['chain', 'status', 'painter', ...where])), Object.keys(expected)),
  })
  compare({
    reader: 'datacortex',
    what: 'painter, by https: verify',
    expected: { chain: true, file: true, registrations: true, domain: true },
    seen: checksOf(firstResult(await datacortex.run(['chain', 'verify', 'painter', ...where], { accept: [0, 1] }))),
  })
}

async function fileOnChain({ datacortex, where, url, account, agent0, compare, ...chain }: Setting): Promise<void> {
  const made = agent0(1).createAgent(
    'Singer',
    'An older description, by agent0-sdk, of one who sings any song – 日本語 too.',
  )
  await made.setA2A(`${url}agents/singer/.well-known/agent-card.json`, '1.0', false)
  made.setActive(true)
  const written = await mined(made.registerOnChain())
  const file: unknown = JSON.parse(readDataUri(written.agentURI ?? ''))
  compare({
    reader: 'datacortex',
    what: 'singer, by data URI: file',
    expected: {
      name: written.name,
      description: written.description,
      active: true,
      x402Support: false,
      supportedTrust: ['reputation'],
      errors: [],
    },
    seen: {
      ...fieldsOf(file as Readonly<Record<string, unknown>>, [
        'name',
        'description',
        'active',
        'x402Support',
        'supportedTrust',
      ]),
      errors: lintRegistration(file).filter(({ severity }) => severity === 'error'),
    },
  })
  const agentId = numberOf(written)
  const data = ['--uri', 'data', ...where]
  const owner = account(1).address
  const recovered = await datacortex.run(['chain', 'recover', 'singer', '--owner', owner, '--confirm', ...data])
  compare({
    reader: 'datacortex',
    what: 'singer, by data URI: recover, status',
    expected: { id: 'singer', agent_id: agentId, status: 'outdated', uri: written.agentURI },
    seen: {
      id: firstResult(recovered)['id'],
      ...fieldsOf(firstResult(await datacortex.run(['chain', 'status', 'singer', ...data])), [
        'agent_id',
        'status',
        'uri',
      ]),
    },
  })
  const updated = await datacortex.run(['chain', 'update', 'singer', '--account', owner, '--confirm', ...data])
  const seen = await agent0(2).loadAgent(`${chain.chainId}:${agentId}`)
  compare({
    reader: 'agent0-sdk',
    what: 'singer, after update by datacortex',
    expected: {
      status: 'updated',
      name: 'Singer',
      description: 'Sings songs of any language after a sheet of music or after a recording of others.',
      active: false,
    },
    seen: {
      status: firstResult(updated)['status'],
      ...fieldsOf(seen.getRegistrationFile(), ['name', 'description', 'active']),
    },
  })
}

async function walletAndOwner({ datacortex, where, account, agent0, compare, ...chain }: Setting): Promise<void> {
  const { agent_id: agentId } = firstResult(await datacortex.run(['chain', 'status', 'painter', ...where]))
  const agent = await agent0(1).loadAgent(`${chain.chainId}:${String(agentId)}`)
  await mined(agent.setWallet(account(3).address, { newWalletPrivateKey: account(3).key }))
  const signed = firstResult(await datacortex.run(['chain', 'status', 'painter', ...where]))
  compare({
    reader: 'datacortex',
    what: 'painter, wallet signed by agent0-sdk',
    expected: { status: 'registered', owner: account(1).address, wallet: account(3).address },
    seen: fieldsOf(signed, ['status', 'owner', 'wallet']),
  })
  await mined(agent.transfer(account(4).address))
  const moved = firstResult(await datacortex.run(['chain', 'status', 'painter', ...where]))
  compare({
    reader: 'datacortex',
    what: 'painter, passed on by agent0-sdk',
    expected: { status: 'transferred', owner: account(4).address, wallet: null },
    seen: fieldsOf(moved, ['status', 'owner', 'wallet']),
  })
}

async function mined<T>(sent: Promise<Sent<T> | undefined>): Promise<T> {
  const transaction = await sent
  if (transaction === undefined) throw new Error('agent0-sdk sent nothing.')
  return (await transaction.waitMined()).result
}

function numberOf({ agentId = '' }: Agent0File): number {
  return Number(agentId.split(':').at(-1))
}

function checksOf({ checks }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const all = checks as readonly { readonly check: string; readonly ok: boolean | null }[]
  return Object.fromEntries(all.map(({ check, ok }) => [check, ok]))
}
