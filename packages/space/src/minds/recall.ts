import type { RecallAnswer as FoundInMind, Meaning, Mind, Moment } from '@datacortex/cognition'
import type { Finding } from '@datacortex/errors'
import { readSettings } from '@datacortex/platform'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { day, flag, name, text, top } from '../schema.ts'
import type { Work } from '../work.ts'
import { askingMind, requireMind } from './asking-mind.ts'
import { isByHand } from '../caller/caller.ts'

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

/** Something that happened or is known since a day, with the tokens of its text. */
export type RecalledMoment = Moment & { readonly tokens: number }

export type RecallAnswer = {
  readonly agent: string
  readonly query: string | null
  readonly results: readonly RecalledFile[]
  /** Instead of files, oldest first, or the one that was asked for by its id. */
  readonly moments?: readonly RecalledMoment[] | undefined
  readonly findings: readonly Finding[]
}

/** What the agent that asks knows about something. Throws `COGNITION_CALLER_UNKNOWN`. */
export const recall = operation({
  input: z
    .strictObject({
      query: text.optional().describe('In plain words.'),
      agent: name
        .optional()
        .describe('Only for the user by hand: whose knowledge, else their own. For others it is that of who asks.'),
      top,
      full: flag('With the whole text of each file.'),
      timeline: flag('What happened and what was learned, oldest first, instead of files.'),
      read: name.optional().describe('Id of one key point or entry, instead of a query.'),
      as_of: day.describe('A day such as 2026-03-01: what was held to be so then.'),
    })
    .refine(({ query, read }) => (query === undefined) !== (read === undefined), {
      error: 'It needs a query, or the id of what is to be read.',
    }),
  output: z.looseObject({
    agent: z.string(),
    results: z.array(z.looseObject({ path: z.string(), title: z.string() })),
  }),
  run: async (
    work,
    { query, read, agent, top: most, full = false, timeline = false, as_of: asOf },
  ): Promise<RecallAnswer> => {
    const [cognition, { loadTokenizer }] = await Promise.all([
      import('@datacortex/cognition'),
      import('@datacortex/memory'),
    ])
    // What a person keeps is theirs to ask for, as long as nobody else is named.
    const isPerson = work.caller.kind === 'user' && isByHand(work) && work.caller.sender === undefined
    const asked = agent ?? (isPerson ? cognition.userMind : undefined)
    const mind = (await askingMind(work, asked)) ?? (await requireMind(work, agent))
    if (query === undefined || timeline) {
      const moments =
        read === undefined
          ? await cognition.timeline(mind, query ?? '', { top: most, asOf })
          : [await cognition.readMoment(mind, read)]
      const tokenizer = await loadTokenizer()
      const counted = moments.map((one) => ({ ...one, tokens: tokenizer.count(one.text) }))
      return { agent: mind.agent, query: query ?? null, results: [], moments: counted, findings: [] }
    }
    const { results, findings } = await answered(work, mind, { query, top: most, asOf })
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

type Asked = { readonly query: string; readonly top?: number | undefined; readonly asOf?: string | undefined }

/** By words at once, and by meaning too where somebody has loaded the model already. */
async function answered(work: Work, mind: Mind, { query, ...options }: Asked): Promise<FoundInMind> {
  const cognition = await import('@datacortex/cognition')
  const pulled = await cognition.pullRemote(mind)
  using open = await (work.openMind ?? cognition.openMind)(mind)
  const withPulled = ({ results, findings }: FoundInMind): FoundInMind => ({
    results,
    findings: [...pulled, ...findings],
  })
  if (work.isModelLoaded?.() !== true) return withPulled(await open.recall(query, options))
  const [{ fuseEvidence, spreadToNeighbours }, model] = await Promise.all([
    import('@datacortex/memory'),
    work.openModel((await readSettings(work.paths)).embeddings, work.onProgress),
  ])
  await using opened = model
  const meaning: Meaning = {
    modelId: opened.modelId,
    embed: async (texts) => await opened.embed(texts, { signal: work.signal }),
    fuse: ({ placeOf, ...evidence }) => spreadToNeighbours(fuseEvidence(evidence), placeOf, evidence),
  }
  return withPulled(await open.recall(query, { ...options, meaning }))
}
