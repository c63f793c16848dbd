import { type RegisteredAgent, fieldRows, isFilled } from '@datacortex/registry'
import { agentId } from '../collect/agent-id.ts'
import { textOf } from '../formats/field-values.ts'
import { triggerExamples } from '../formats/trigger-examples.ts'

export type WrittenAgent = {
  readonly host: string
  readonly slug: string
  readonly carried: Readonly<Record<string, unknown>>
}

/** Names what an entry says and its file for a host does not: an import of the file would not bring it back. */
export function lostFields({ id, entry }: RegisteredAgent, { host, slug, carried }: WrittenAgent): readonly string[] {
  const agent = { id, entry, host, carried, examples: triggerExamples([entry.description]) }
  const lost = fieldRows.filter(([name, row]) =>
    typeof row.lost === 'function' ? row.lost(agent) : row.lost === 'if filled' && isFilled(entry[name]),
  )
  const isRenamed = agentId(textOf(carried['name']) ?? slug) !== id
  return [...(isRenamed ? ['id'] : []), ...lost.map(([name]) => name)]
}
