import { type CodedError, type Finding, codedError, warningFinding } from '@datacortex/errors'
import type { Registry } from '@datacortex/registry'
import type { Work } from '../work.ts'

export type PerformanceAfter = { readonly reputation: number | null; readonly findings: readonly Finding[] }

/** What was recorded of a run, and what follows for the agent. */
export type Recorded<Entry> = Omit<Entry, 'id'> &
  Pick<PerformanceAfter, 'findings'> & {
    /** Null if nothing is to be written. */
    readonly id: string | null
    /** From 0 to 100; null if it is not known. */
    readonly reputation?: number | null | undefined
    readonly dry_run?: true | undefined
  }

export type PerformanceAfterOptions = {
  /** Id that the agent has or had. */
  readonly agent: string
  /** The agents that there are; those of the space if absent. */
  readonly registry?: Registry | undefined
}

/** Brings the performance of an agent in step with the log after something was said of it. */
export async function performanceAfter(work: Work, options: PerformanceAfterOptions): Promise<PerformanceAfter> {
  const { reputation = null, findings } = await updated(work, options).catch((error: unknown) => ({
    findings: [notUpdated(options.agent, codedError(error))],
    reputation: undefined,
  }))
  return { reputation, findings }
}

async function updated(
  { paths, signal, catalogue }: Work,
  { agent, registry: given }: PerformanceAfterOptions,
): Promise<{ readonly reputation: number | undefined; readonly findings: readonly Finding[] }> {
  const [{ updatePerformance }, { currentId }] = await Promise.all([
    import('@datacortex/execution'),
    import('@datacortex/registry'),
  ])
  const registry = given ?? (await catalogue()).registry
  const { performance, findings } = await updatePerformance(paths, { agentIds: [agent], registry, signal })
  const reputation = performance.get(currentId(registry, agent) ?? agent)?.reputation?.score
  // It changes no figure, and stays in the log for ever: `log list` and `doctor` tell it.
  return { reputation, findings: findings.filter(({ code }) => code !== 'EXECUTION_LOG_CLOCK_BACK') }
}

function notUpdated(agent: string, { message }: CodedError): Finding {
  return warningFinding('EXECUTION_PERFORMANCE_NOT_UPDATED', agent, {
    message: `This is recorded, but the performance of ${agent} in the registry is not up to date: ${message}`,
    hint: 'Mend that: the next run or verdict brings it in step. What you said stays recorded.',
  })
}
