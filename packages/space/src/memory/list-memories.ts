import type { Memory } from '@datacortex/cognition'
import { z } from 'zod'
import { sinceTime } from '../logs/since-time.ts'
import { operation } from '../operation.ts'
import { flag, limit, name } from '../schema.ts'
import { shownMemories } from './shown-memories.ts'

/** What was remembered and holds, the newest first. Throws `CLI_USAGE` if `since` is no time. */
export const listMemories = operation({
  input: z.strictObject({
    agent: name.optional().describe('Only of this agent.'),
    type: name.optional().describe('Such as session-memory.'),
    since: name.optional().describe('A date, or a span such as 7d or 12h.'),
    all: flag('Also those that were superseded or retracted.'),
    /** 20 if absent. */
    limit,
  }),
  output: z.looseObject({
    memories: z.array(z.looseObject({ id: z.string(), summary: z.string() })),
    more: z.boolean(),
  }),
  run: async (work, { agent, type, since, all = false, limit: most = 20 }) => {
    const from = since === undefined ? '' : sinceTime(since, { now: Date.now() }).toISOString()
    const [{ stillHolds }, { memories, findings }] = await Promise.all([
      import('@datacortex/cognition'),
      shownMemories(work),
    ])
    const fits = (memory: Memory): boolean =>
      (all || stillHolds(memory)) &&
      (agent === undefined || memory.agent_id === agent) &&
      (type === undefined || memory.type === type) &&
      memory.timestamp >= from
    const found = memories.filter(fits).toReversed()
    const shown = found.slice(0, most)
    return { memories: shown, more: found.length > shown.length, findings, counts: { all: memories.length } }
  },
})
