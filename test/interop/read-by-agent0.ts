import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RegistrationFile } from '@datacortex/export'
import type { Setting } from './setting.ts'
import { firstResult } from './first-result.ts'

/** datacortex registers; agent0-sdk reads it from the chain. */
export async function readByAgent0(setting: Setting): Promise<void> {
  const { datacortex, where, account, compare } = setting
  const owner = ['--account', account(0).address, '--confirm']
  for (const [id, uri] of [
    ['writer', 'https'],
    ['reader', 'data'],
  ] as const) {
    const report = await datacortex.run(['chain', 'register', id, '--uri', uri, ...owner, ...where])
    const { agent_id: number } = firstResult(report)
    const { uri: onChain } = firstResult(await datacortex.run(['chain', 'status', id, '--uri', uri, ...where]))
    const agentId = `${setting.chainId}:${String(number)}`
    const agent = await setting.agent0(1).loadAgent(agentId)
    const seen = agent.getRegistrationFile()
    compare({
      reader: 'agent0-sdk',
      what: `${id}, by ${uri}`,
      expected: {
        ...asAgent0Keeps(await exported(setting, id)),
        agentURI: onChain,
        agentId,
        owner: account(0).address,
        wallet: account(0).address,
      },
      seen: {
        name: seen.name,
        description: seen.description,
        image: seen.image,
        services: seen.endpoints,
        trust: seen.trustModels,
        active: seen.active,
        x402: seen.x402support,
        agentURI: seen.agentURI,
        agentId: seen.agentId,
        owner: await setting.agent0(1).getAgentOwner(agentId),
        wallet: await agent.getWallet(),
      },
    })
  }
}

/** The file as `export erc8004` writes it. */
async function exported({ root, url, datacortex }: Setting, id: string): Promise<RegistrationFile> {
  const out = join(root, 'public')
  await datacortex.run(['export', 'erc8004', id, '--url', url, '--out', out])
  return JSON.parse(await readFile(join(out, 'agents', id, 'agent-registration.json'), 'utf8')) as RegistrationFile
}

/** It keeps type, address and version of a service, and lets go of the rest, such as the skills of OASF. */
function asAgent0Keeps(file: RegistrationFile): Readonly<Record<string, unknown>> {
  return {
    name: file.name,
    description: file.description,
    image: file.image,
    services: file.services.map(({ name, endpoint, version }) => ({
      type: name,
      value: endpoint,
      meta: version === undefined ? undefined : { version },
    })),
    trust: file.supportedTrust,
    active: file.active,
    x402: file.x402Support,
  }
}
