import type { Registry } from '@datacortex/registry'
import { count, grouped } from './format.ts'

/**
 * How many agents a space has, and where they come from: an import tells those that it brought, `agent find` those that
 * it can answer with, and neither is the number of all.
 *
 * @param registry - With the agents of modules.
 * @example agentCount(registry) // '21 agents (14 in agents.yaml, 7 of modules; find leaves out 2 that were removed or replaced)'
 */
export function agentCount({ agents }: Pick<Registry, 'agents'>): string {
  const all = [...agents.values()]
  const ofModules = all.filter(({ module }) => module !== undefined).length
  const former = all.filter(({ entry }) => entry.removed === true || entry.alias !== undefined).length
  const origins = [
    ...(ofModules < all.length && ofModules > 0 ? [`${grouped(all.length - ofModules)} in agents.yaml`] : []),
    ...(ofModules > 0 ? [`${grouped(ofModules)} of modules`] : []),
  ].join(', ')
  const left =
    former === 0 ? '' : `find leaves out ${grouped(former)} that ${former === 1 ? 'was' : 'were'} removed or replaced`
  const more = [origins, left].filter((part) => part !== '').join('; ')
  return `${count(all.length, 'agent')}${more === '' ? '' : ` (${more})`}`
}
