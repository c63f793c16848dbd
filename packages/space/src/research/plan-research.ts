import type { ResearchConfig, ResearchPorts } from '@datacortex/research'
import type { SkippedSource } from '@datacortex/sources'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { openResearch } from '../parts/open-research.ts'
import { researchAsked, researchConfig } from './research-config.ts'

/** Whom a run would ask, read through and have write. */
export type ResearchPlan = ResearchConfig & {
  readonly dry_run: true
  readonly sources: readonly string[]
  readonly readers: readonly string[]
  /** The source that would write the report. */
  readonly generator?: string | undefined
  /** A writer of the settings has no price that is known before. */
  readonly writer: 'unpriced' | 'none'
  readonly skipped: readonly SkippedSource[]
  /** Documents that would be read at the most. */
  readonly documents: number
  /** Most US dollars for each part of it, and for all. */
  readonly costs: { readonly ask: number; readonly read: number; readonly write: number }
  readonly estimated_cost_usd: number
}

export const planResearch = operation({
  input: z.strictObject(researchAsked),
  output: z.looseObject({ sources: z.array(z.string()), estimated_cost_usd: z.number() }),
  run: async (work, asked): Promise<ResearchPlan> => {
    const config = await researchConfig(work, asked)
    await using opened = await openResearch(work, { space: config.space, robots: true, dryRun: true })
    return await planOf(config, opened.ports)
  },
})

export type PlanPorts = Pick<ResearchPorts, 'writer'> & { readonly sources: Pick<ResearchPorts['sources'], 'eligible'> }

export async function planOf(config: ResearchConfig, { sources, writer }: PlanPorts): Promise<ResearchPlan> {
  const layer = config.depth === 'quick' ? 'search' : 'research'
  const { ready, skipped } = await sources.eligible(layer)
  const given = config.urls.length + (config.files?.length ?? 0)
  const asked = given > 0 ? [] : external(ready)
  const readers = external((await sources.eligible('gather')).ready)
  const [generator] = config.depth === 'deep' ? external((await sources.eligible('synthesize')).ready) : []
  const documents = Math.min(config.maxDocuments, given || config.maxDocuments)
  const costs = {
    ask: sum(asked),
    // The next reader is asked if one fails.
    read: Math.min(documents, given === 0 ? documents : config.urls.length) * sum(readers),
    write: generator?.cost_per_call ?? 0,
  }
  return {
    dry_run: true,
    ...config,
    sources: asked.map(({ id }) => id),
    readers: readers.map(({ id }) => id),
    ...(generator === undefined ? {} : { generator: generator.id }),
    writer: writer === undefined ? 'none' : 'unpriced',
    skipped,
    documents,
    costs,
    estimated_cost_usd: Math.round((costs.ask + costs.read + costs.write) * 1e6) / 1e6,
  }
}

/** The memory is no source that costs. */
function external<T extends { readonly type: string }>(ready: readonly T[]): readonly T[] {
  return ready.filter(({ type }) => type !== 'internal')
}

function sum(sources: readonly { readonly cost_per_call: number }[]): number {
  return sources.reduce((total, { cost_per_call: usd }) => total + usd, 0)
}
