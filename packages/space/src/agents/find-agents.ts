import type { Finding } from '@datacortex/errors'
import type { FindResult } from '@datacortex/registry/find'
import { z } from 'zod'
import { isForStranger, matchForStranger } from '../caller/shown-to-strangers.ts'
import { otherLanguage } from '../findings/other-language.ts'
import type { Operation } from '../operation.ts'
import { openSpaceFinder } from '../parts/finder.ts'
import { tags, task, top } from '../schema.ts'
import type { Work } from '../work.ts'

/** For what agents are looked for. */
export type FindAgents = {
  readonly task: string
  readonly top?: number | undefined
  readonly tags?: readonly string[] | undefined
  /** 0–1; that of the settings if absent. */
  readonly min_score?: number | undefined
  readonly explain?: boolean | undefined
}

/** The agents that fit, best first. */
export type FoundAgents = FindResult & {
  /** How many agents can be found, copies included. */
  readonly total: number
  /** The tags that agents have, if none has those that were asked for. */
  readonly known_tags?: readonly string[] | undefined
  /** What a person may want to know of the answer as a whole. */
  readonly findings: readonly Finding[]
}

/**
 * The agents whose texts fit a task best.
 *
 * @throws QueryEmptyError of the registry; AgentRemovedError, AliasDanglingError, AliasCycleError if the task is the
 *   name of an agent that is gone.
 */
export const findAgents: Operation<FindAgents, FoundAgents> = {
  input: z.strictObject({
    task,
    top,
    tags,
    min_score: z.number().min(0).max(1).optional().describe('Leaves out what scores below.'),
    explain: z.boolean().optional().describe('Says of each agent how it was found.'),
  }),
  output: z.looseObject({
    results: z.array(z.looseObject({ id: z.string(), name: z.string(), score: z.number(), matched: z.string() })),
    min_score: z.number(),
    best: z.looseObject({ id: z.string(), score: z.number() }).optional(),
  }),
  run: async (work, { task: query, top: most, tags: wanted = [], min_score: minScore, explain }) => {
    await using finder = await openSpaceFinder(work)
    const result = await finder.find(query, { top: most, tags: wanted, minScore, explain, signal: work.signal })
    const total = finder.agentCount
    // No score would bring one back, so it is the tag that is to be mended.
    const lacksTag = wanted.length > 0 && result.results.length === 0 && result.best === undefined && total > 0
    return {
      ...result,
      results: await shownResults(work, result.results),
      total,
      ...(lacksTag
        ? { known_tags: (await import('./known-tags.ts')).knownTags((await work.catalogue()).registry, 12) }
        : {}),
      findings: await otherLanguage(work.paths, query),
    }
  },
}

async function shownResults(work: Work, results: FindResult['results']): Promise<FindResult['results']> {
  if (!isForStranger(work)) return results
  const { agents } = (await work.catalogue()).registry
  return results.map((found) => matchForStranger(found, agents.get(found.id)))
}
