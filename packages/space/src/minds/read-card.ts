import type { CardFacts } from '@datacortex/cognition'
import { type Settings, createGuardedFetch, recordOf, spaceFetchOptions } from '@datacortex/platform'
import type { Work } from '../work.ts'

/** Asks an address for the A2A card of an agent. Throws `COGNITION_CARD_INVALID`, and what the guarded fetch throws. */
export async function readCard(
  { paths, signal }: Pick<Work, 'paths' | 'signal'>,
  address: string,
  network: Settings['network'],
): Promise<CardFacts> {
  const [{ readAgentFile }, { cognitionError }] = await Promise.all([
    import('@datacortex/importers'),
    import('@datacortex/cognition'),
  ])
  const fetched = createGuardedFetch({ ...spaceFetchOptions(paths, network), limits: { bodyBytes: 1_000_000 } })
  const response = await fetched(address, { signal, headers: { accept: 'application/json' } })
  const refuse = (reason: string): never => {
    throw cognitionError('COGNITION_CARD_INVALID', { address, reason })
  }
  if (!response.ok) return refuse(`status ${response.status}`)
  const { agents, skipped } = readAgentFile(await response.text(), { format: 'a2a', path: address })
  const [found] = agents
  if (found === undefined || agents.length > 1) return refuse(skipped[0]?.reason ?? 'it is no card of one agent')
  const { name, description, runtime } = recordOf(found.entry)
  const interfaces = recordOf(runtime)['interfaces']
  const url = Array.isArray(interfaces) ? recordOf(interfaces[0])['url'] : undefined
  return { name: String(name), role: String(description), url: typeof url === 'string' ? url : undefined }
}
