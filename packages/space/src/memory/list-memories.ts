import type { SessionMemory } from '@datacortex/memory'
import { z } from 'zod'
import { sinceTime } from '../logs/since-time.ts'
import type { Operation } from '../operation.ts'
import { limit, name } from '../schema.ts'
import type { ShownMemories } from './shown-memories.ts'
import { shownMemories } from './shown-memories.ts'

/** Which memories are listed: those for which all of this holds. */
export type ListMemories = {
  readonly agent?: string | undefined
  readonly type?: string | undefined
  /** A date, a time, or a span before now. */
  readonly since?: string | undefined
  /** Also those that don't hold any more. */
  readonly all?: boolean | undefined
  /** 20 if absent. */
  readonly limit?: number | undefined
}

/** Memories, the newest first. */
export type ListedMemories = ShownMemories & {
  /** Whether there are earlier ones that fit. */
  readonly more: boolean
  readonly counts: { readonly all: number }
}

/** What was remembered and holds, the newest first. Throws `CLI_USAGE` if `since` is no time. */
export const listMemories: Operation<ListMemories, ListedMemories> = {
  input: z.strictObject({
    agent: name.optional().describe('Only of this agent.'),
    type: name.optional().describe('Such as session-memory.'),
    since: name.optional().describe('A date, or a span such as 7d or 12h.'),
    all: z.boolean().optional().describe('Also those that were superseded or retracted.'),
    limit,
  }),
  output: z.looseObject({
    memories: z.array(z.looseObject({ id: z.string(), summary: z.string() })),
    more: z.boolean(),
  }),
  run: async (work, { agent, type, since, all = false, limit: most = 20 }) => {
    const from = since === undefined ? '' : sinceTime(since, { now: Date.now() }).toISOString()
    const [{ stillHolds }, { memories, findings }] = await Promise.all([
      import('@datacortex/memory'),
      shownMemories(work),
    ])
    const fits = (memory: SessionMemory): boolean =>
      (all || stillHolds(memory)) &&
      (agent === undefined || memory.agent_id === agent) &&
      (type === undefined || memory.type === type) &&
      memory.timestamp >= from
    const found = memories.filter(fits).toReversed()
    const shown = found.slice(0, most)
    return { memories: shown, more: found.length > shown.length, findings, counts: { all: memories.length } }
  },
}
