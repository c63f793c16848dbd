import { fieldRows, isFilled } from '../file/agent-fields.ts'
import type { RegisteredAgent } from '../file/registry.ts'
import { agentId } from '../importers/collect/agent-id.ts'
import { textOf } from '../importers/formats/field-values.ts'
import { triggerExamples } from '../importers/formats/trigger-examples.ts'

/** What was written of an agent. */
export type WrittenAgent = {
  readonly host: string
  readonly slug: string
  /** Fields of the file. */
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
