import type { OwnRuns } from '@datacortex/directory'
import { type DeepReadonly, isRecord } from '@datacortex/platform'
import type { AgentEntry, Registry } from '@datacortex/registry'
import { z } from 'zod'

const text = z.string().min(1)
const texts = z.array(z.string()).optional()

/** Where an imported agent was published, as `x-origin` of its entry says. */
export type AgentOrigin = DeepReadonly<z.infer<typeof AgentOrigin>>

const AgentOrigin = z.object({
  id: text,
  directory: text,
  author: text.optional(),
  version: z.string().optional(),
  published_at: z.string().optional(),
  hints: texts,
  /** What its publisher wants, and nobody granted. */
  tools: texts,
  /** SHA-256 of the record. */
  hash: text,
  /** SHA-256 of the file that was made of it. */
  file_sha256: text,
  imported_at: text,
})

/** The origin of an entry; undefined if it was not imported from a directory. */
export function agentOrigin(entry: AgentEntry): AgentOrigin | undefined {
  const { 'x-origin': origin } = entry
  return isRecord(origin) ? AgentOrigin.safeParse(origin).data : undefined
}

/** The agents that were made of what directories list, by the id of that, with how their runs went here. */
export function importedAgents({
  agents,
}: Registry): ReadonlyMap<string, { readonly id: string; readonly own: OwnRuns }> {
  const imported = [...agents.values()].flatMap(({ id, entry }) => {
    const origin = agentOrigin(entry)
    return origin === undefined ? [] : [[origin.id, { id, own: ownRuns(entry) }] as const]
  })
  return new Map(imported)
}

function ownRuns({ performance }: AgentEntry): OwnRuns {
  const { total_executions: runs = 0, success_rate: successRate, reputation } = performance ?? {}
  return { runs, successRate, rating: reputation === undefined ? undefined : reputation.score / 100 }
}
