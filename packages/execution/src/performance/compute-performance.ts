import type { AgentPerformance } from '@datacortex/registry'
import { type RatingRing, findRatingRings, isInRing, ringFindings } from '../evaluations/rating-rings.ts'
import { type Finding, withoutUndefined } from '@datacortex/errors'
import { type Execution, wasInterrupted } from '../log/execution-record.ts'
import type { LogEntries } from '../log/log-entries.ts'
import { chained } from './version-chain.ts'
import { type Rating, reputationOf } from './reputation.ts'

export type ComputedPerformance = {
  readonly agents: ReadonlyMap<string, AgentPerformance>
  /** Agents of which it has ratings, those included that don't count. */
  readonly rated: ReadonlySet<string>
  /** Agents that rate each other in a circle. */
  readonly rings: readonly RatingRing[]
  readonly findings: readonly Finding[]
}

/** Computes the performance of agents from the log alone, so it can be made anew at any time. */
export function computePerformance(
  log: Pick<LogEntries, 'executions' | 'evaluations'>,
  { currentId = (id) => id }: { currentId?: ((id: string) => string) | undefined } = {},
): ComputedPerformance {
  const runs = Map.groupBy(log.executions, ({ agent_id: id }) => currentId(id))
  const { ratings, rated, rings } = ratingsOf(log, currentId)
  const ids = new Set([...runs.keys(), ...ratings.keys()])
  const agents = new Map([...ids].map((id) => [id, performanceOf(runs.get(id) ?? [], ratings.get(id) ?? [])] as const))
  return { agents, rated, rings, findings: ringFindings(rings) }
}

function performanceOf(executions: readonly Execution[], ratings: readonly Rating[]): AgentPerformance {
  const counted = executions.filter(({ status }) => status !== 'aborted')
  const timed = counted.filter((run) => !wasInterrupted(run))
  const skills = Map.groupBy(
    counted.filter(({ skill }) => skill !== undefined),
    ({ skill }) => skill ?? '',
  )
  const times = executions.map(({ timestamp }) => timestamp).filter((time) => !Number.isNaN(Date.parse(time)))
  // The clock may have stepped, so the last in the log need not be the latest.
  const last = times.reduce((one, other) => (Date.parse(other) > Date.parse(one) || one === '' ? other : one), '')
  const history = versionHistory(executions)
  const totalMs = timed.reduce((sum, { duration_ms: ms }) => sum + ms, 0)
  const ofSkills = [...skills].map(([skill, runs]) => {
    return [skill, { executions: runs.length, success_rate: successRate(runs) }] as const
  })
  return withoutUndefined({
    total_executions: executions.length,
    success_rate: counted.length === 0 ? undefined : successRate(counted),
    avg_duration_ms: timed.length === 0 ? undefined : Math.round(totalMs / timed.length),
    last_execution: last || undefined,
    skill_metrics: ofSkills.length === 0 ? undefined : Object.fromEntries(ofSkills),
    reputation: reputationOf(ratings),
    version_history: history.length === 0 ? undefined : history,
  })
}

function successRate(executions: readonly Execution[]): number {
  const successes = executions.filter(({ status }) => status === 'success').length
  return Math.round((successes / executions.length) * 10_000) / 10_000
}

function ratingsOf(
  { executions, evaluations }: Pick<LogEntries, 'executions' | 'evaluations'>,
  currentId: (id: string) => string,
): Pick<ComputedPerformance, 'rated' | 'rings'> & { readonly ratings: ReadonlyMap<string, readonly Rating[]> } {
  const given: (Rating & { readonly of: string })[] = []
  for (const { agent_id: id, quality } of executions) {
    const value = verdictValues.get(quality.user_feedback ?? '')
    if (value !== undefined) given.push({ of: currentId(id), value, by: 'user' })
  }
  const current = evaluations.map((evaluation) => ({
    ...evaluation,
    evaluator_agent: currentId(evaluation.evaluator_agent),
    evaluated_agent: currentId(evaluation.evaluated_agent),
  }))
  const rings = findRatingRings(current)
  const seen = new Set<string>()
  for (const evaluation of current) {
    const { evaluator_agent: by, evaluated_agent: of, execution_id: execution } = evaluation
    const key = JSON.stringify([by, execution])
    if (by === of || seen.has(key)) continue
    // The newest comes first, and of one evaluator only that one counts.
    seen.add(key)
    const value =
      (evaluation.scores.task_completion + evaluation.scores.output_quality + evaluation.scores.efficiency) / 300
    // Praise within a ring does not count.
    if (value <= 0.5 || !isInRing(rings, evaluation)) given.push({ of, value, by })
  }
  const ratings = Map.groupBy(given, ({ of }) => of)
  const rated = new Set([...ratings.keys(), ...current.map(({ evaluated_agent: id }) => id)])
  return { ratings, rated, rings }
}

const verdictValues: ReadonlyMap<string, number> = new Map([
  ['positive', 1],
  ['revised', 0.5],
  ['negative', 0],
])

/** The versions of an agent that ran, told apart by the hash of their content, the last one first. */
function versionHistory(executions: readonly Execution[]): NonNullable<AgentPerformance['version_history']> {
  const versions = new Map<string, { first: Execution; last: Execution; retired?: string | undefined; count: number }>()
  let later: Execution | undefined
  for (const execution of executions) {
    const { agent_hash: hash, agent_version: name } = execution
    if (hash === undefined && name === undefined) continue
    const key = hash === undefined ? `version ${name}` : `hash ${hash}`
    const known = versions.get(key)
    if (known === undefined)
      versions.set(key, { first: execution, last: execution, retired: later?.timestamp, count: 1 })
    else versions.set(key, { ...known, first: execution, count: known.count + 1 })
    later = execution
  }
  return chained(
    [...versions.values()].map(({ first, last, retired, count }) => ({
      version: last.agent_version ?? 'unversioned',
      ...(last.agent_hash === undefined ? {} : { hash: last.agent_hash }),
      ...(last.component_hashes === undefined ? {} : { component_hashes: last.component_hashes }),
      deployed: first.timestamp,
      executions: count,
      ...(retired === undefined ? {} : { retired }),
    })),
  )
}
