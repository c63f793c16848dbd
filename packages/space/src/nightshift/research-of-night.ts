import { CodedError, type Finding, findingOf } from '@datacortex/errors'
import type { NightLimits, OrgTask } from '@datacortex/nightshift'
import { type QueueResult, runQueue } from '@datacortex/research'
import { interruptedResearch } from '../interrupted/interrupted-research.ts'
import { inResearch } from '../research/in-research.ts'
import { limitsOf } from '../research/research-config.ts'
import type { Work } from '../work.ts'
import { nightWork } from './night-work.ts'

export type NightResearch = {
  readonly results: readonly QueueResult[]
  readonly summary:
    | {
        readonly topics: number
        readonly failed: number
        readonly podcasts: QueueResult['podcasts']
        /** Why there are not two podcasts. */
        readonly fewer_podcasts?: string | undefined
      }
    | undefined
  readonly findings: readonly Finding[]
}

type Options = {
  readonly ready: readonly OrgTask[]
  readonly date: string
  readonly limits: NightLimits
  readonly endsAt: number | undefined
}

/** Does the research that is approved, within what is left of the night. */
export async function researchOfNight(work: Work, { ready, date, limits, endsAt }: Options): Promise<NightResearch> {
  const results: QueueResult[] = []
  const findings: Finding[] = []
  const own = nightWork(work)
  for (const [space, tasks] of Map.groupBy(
    ready.filter(({ isResearch }) => isResearch),
    ({ file, properties }) => properties['SPACE'] ?? file.split('/')[0] ?? '',
  )) {
    if (limits.isOver() !== undefined) break
    const left = limits.left()
    const limited = await limitsOf(own, { depth: 'standard', space, max_cost: left.usd })
    const budget = {
      ...limited.budget,
      minutes: Math.min(limited.budget.minutes, left.minutes ?? Number.POSITIVE_INFINITY),
    }
    const files = [...new Set(tasks.map(({ file }) => file))]
    // By all that is read of it: another heading of the same file is another task.
    const meant = new Set(tasks.map(({ file, heading }) => keyOf(file, heading)))
    const allows = ({ file, heading }: Pick<OrgTask, 'file' | 'heading'>): boolean => meant.has(keyOf(file, heading))
    const readBefore = results.flatMap(({ runs }) => runs).reduce((sum, { found }) => sum + found.selected, 0)
    const config = { ...limited, readBefore, budget, files, date, allows, ...(endsAt === undefined ? {} : { endsAt }) }
    try {
      const result = await inResearch(own, {
        space,
        robots: true,
        taskFiles: files,
        run: async (ports, how) => await runQueue(config, ports, how),
        interruptionOf: async () => await interruptedResearch(work.paths, { next: 'datacortex nightshift run' }),
        index: ({ runs }) => runs.length > 0,
      })
      limits.add({ costUsd: result.cost.usd, tokens: 0 })
      results.push(result)
    } catch (error) {
      if (work.signal.aborted || !CodedError.is(error)) throw error
      findings.push(findingOf(error, space))
    }
  }
  const topics = results.reduce((sum, { runs }) => sum + runs.length, 0)
  const failed = results.reduce((sum, one) => sum + one.failed.length, 0)
  const podcasts = results.flatMap((one) => one.podcasts)
  const fewer = podcasts.filter(({ audio_path: audio }) => audio !== undefined).length < 2
  const why = fewer ? { fewer_podcasts: results.find((one) => one.fewer_podcasts !== undefined)?.fewer_podcasts } : {}
  return { results, findings, summary: results.length === 0 ? undefined : { topics, failed, podcasts, ...why } }
}

function keyOf(file: string, { title, tags, links }: OrgTask['heading']): string {
  return JSON.stringify([file, title, tags, links])
}
