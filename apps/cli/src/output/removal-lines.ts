import type { OutputOf } from '@datacortex/space'
import { grouped, shorten } from '@datacortex/wording'

export function removalLines({
  agents,
  named_by: namedBy,
  taken_over: takenOver,
  dynamic,
}: Pick<OutputOf<'agents.remove'>, 'agents' | 'named_by' | 'taken_over' | 'dynamic'>): readonly string[] {
  const kept = namedBy.slice(0, shown)
  return [
    ...agents.slice(0, shown).map(({ id, source }) => `agent      ${id}  ${shorten(source ?? '', 60)}`.trimEnd()),
    ...(agents.length > shown ? [`           … and ${grouped(agents.length - shown)} more`] : []),
    ...dynamic.map((path) => `dynamic    ${path}  goes to the trash`),
    ...agents.flatMap(({ id, registrations }) =>
      registrations.map(
        ({ chainId, agentId }) =>
          `note       ${id} is registered on chain ${chainId} as ${agentId}; it stays there, and the number goes with the entry`,
      ),
    ),
    ...takenOver.map((id) => `note       a module brings an agent ${id} as well, which takes its place`),
    ...kept.map(({ id, field, names }) =>
      field === 'alias'
        ? `note       ${id} is an alias of ${names.join(', ')} and leads nowhere then: datacortex agent remove ${id}`
        : `note       ${field} of ${id} still names ${names.join(', ')}`,
    ),
    ...(namedBy.length > shown ? [`           … and ${namedBy.length - shown} more; --json lists them all`] : []),
  ]
}

const shown = 8
