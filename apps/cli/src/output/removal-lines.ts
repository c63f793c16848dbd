import type { AgentRemoval } from '../remove-agents.ts'
import { grouped, shorten } from './format.ts'

/**
 * What taking agents out means, as people read it before they say yes.
 *
 * @param removal - The plan.
 * @example removalLines(removal)
 */
export function removalLines({ removed, namedBy, uncovered }: AgentRemoval): readonly string[] {
  const kept = namedBy.slice(0, shown)
  return [
    ...removed.slice(0, shown).map(({ id, entry }) => `agent      ${id}  ${shorten(entry.source ?? '', 60)}`.trimEnd()),
    ...(removed.length > shown ? [`           … and ${grouped(removed.length - shown)} more`] : []),
    ...removed.flatMap(({ id, entry }) =>
      (entry.erc8004?.chainRegistrations ?? []).map(
        ({ chainId, agentId }) =>
          `note       ${id} is registered on chain ${chainId} as ${agentId}; it stays there, and the number goes with the entry`,
      ),
    ),
    ...uncovered.map((id) => `note       a module brings an agent ${id} as well, which takes its place`),
    ...kept.map(({ id, field, names }) =>
      field === 'alias'
        ? `note       ${id} is an alias of ${names.join(', ')} and leads nowhere then: datacortex agent remove ${id}`
        : `note       ${field} of ${id} still names ${names.join(', ')}`,
    ),
    ...(namedBy.length > shown ? [`           … and ${namedBy.length - shown} more; --json lists them all`] : []),
  ]
}

const shown = 8
