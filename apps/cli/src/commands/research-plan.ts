import type { ResearchConfig, ResearchPorts } from '@datacortex/research'
import type { CommandResult } from '../context.ts'
import { count } from '../output/format.ts'
import { skippedRows } from '../output/skipped-rows.ts'

/** What the costs of a plan depend on. */
export type PlanPorts = Pick<ResearchPorts, 'writer'> & { readonly sources: Pick<ResearchPorts['sources'], 'eligible'> }

/**
 * `research --dry-run`: whom a run would ask, read through and have write, and the most that each could cost. A writer
 * of the settings has no price that is known before.
 *
 * @param config - What the run would be begun with.
 * @param ports - Nobody is asked.
 * @example (await researchPlan(config, ports)).lines
 */
export async function researchPlan(config: ResearchConfig, { sources, writer }: PlanPorts): Promise<CommandResult> {
  const layer = config.depth === 'quick' ? 'search' : 'research'
  const { ready, skipped } = await sources.eligible(layer)
  const asked = config.urls.length > 0 ? [] : external(ready)
  const readers = external((await sources.eligible('gather')).ready)
  const [generator] = config.depth === 'deep' ? external((await sources.eligible('synthesize')).ready) : []
  const documents = Math.min(config.maxDocuments, config.urls.length || config.maxDocuments)
  const usd = {
    ask: sum(asked),
    // The next reader is asked if one fails.
    read: documents * sum(readers),
    write: generator?.cost_per_call ?? 0,
  }
  const total = Math.round((usd.ask + usd.read + usd.write) * 1e6) / 1e6
  const hasWriter = writer !== undefined
  return {
    data: {
      dry_run: true,
      ...config,
      sources: asked.map(({ id }) => id),
      readers: readers.map(({ id }) => id),
      ...(generator === undefined ? {} : { generator: generator.id }),
      writer: hasWriter ? 'unpriced' : 'none',
      skipped,
      estimated_cost_usd: total,
    },
    lines: [
      `would ask  ${names(asked) || 'nobody'}  at most ${dollars(usd.ask)}`,
      ...config.urls.map((url) => `would read ${url}`),
      ...(readers.length === 0
        ? []
        : [`through    ${names(readers)}, up to ${count(documents, 'document')}  at most ${dollars(usd.read)}`]),
      ...(generator === undefined ? [] : [`written by ${generator.id}  about ${dollars(usd.write)}`]),
      `cost       ${dollars(total)}${hasWriter ? ' plus the writer, unpriced' : ''}; the budget ends it at ${dollars(config.budget.usd)}`,
      ...skippedRows(skipped).map(([, text]) => `skipped    ${text}`),
      `query      ${config.topic}`,
      'dry run    nothing was asked',
    ],
  }
}

/** The memory is no source that costs. */
function external<T extends { readonly type: string }>(ready: readonly T[]): readonly T[] {
  return ready.filter(({ type }) => type !== 'internal')
}

type Priced = { readonly id: string; readonly cost_per_call: number }

function sum(sources: readonly Priced[]): number {
  return sources.reduce((total, { cost_per_call: usd }) => total + usd, 0)
}

function names(sources: readonly Priced[]): string {
  return sources.map(({ id }) => id).join(', ')
}

function dollars(usd: number): string {
  return `$${usd.toFixed(3)}`
}
