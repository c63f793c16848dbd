import type { Finding } from '@datacortex/errors'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { name, text, top } from '../schema.ts'
import { askingMind, requireMind } from './asking-mind.ts'

/** One knowledge file, without its text where that was not asked for. */
export type RecalledFile = {
  readonly path: string
  readonly title: string
  readonly owner: string
  readonly visibility: string
  readonly date: string
  /** Of its text. */
  readonly tokens: number
  readonly summary: string
  readonly points: readonly { readonly id?: string | undefined; readonly text: string }[]
  readonly text?: string | undefined
}

export type RecallAnswer = {
  /** Who recalls. */
  readonly agent: string
  readonly query: string
  readonly results: readonly RecalledFile[]
  readonly findings: readonly Finding[]
}

/** What the agent that asks knows about something. Throws `COGNITION_CALLER_UNKNOWN`. */
export const recall = operation({
  input: z.strictObject({
    query: text,
    agent: name.optional().describe('Only for the user by hand: whose knowledge. Else it is that of who asks.'),
    top,
    full: z.boolean().optional().describe('With the whole text of each file.'),
  }),
  output: z.looseObject({
    agent: z.string(),
    results: z.array(z.looseObject({ path: z.string(), title: z.string() })),
  }),
  run: async (work, { query, agent, top: most, full = false }): Promise<RecallAnswer> => {
    const [cognition, { loadTokenizer }] = await Promise.all([
      import('@datacortex/cognition'),
      import('@datacortex/memory'),
    ])
    const mind = (await askingMind(work, agent)) ?? (await requireMind(work, agent))
    const { results, findings } = await cognition.recall(mind, query, { top: most })
    const tokenizer = results.length === 0 ? undefined : await loadTokenizer()
    return {
      agent: mind.agent,
      query,
      results: results.map(({ content, ...one }) => ({
        ...one,
        tokens: tokenizer?.count(content) ?? 0,
        text: full ? content : undefined,
      })),
      findings,
    }
  },
})
