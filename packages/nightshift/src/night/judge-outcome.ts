import type { TaskEnd } from '../tasks/change-task.ts'
import { scoreText } from '@datacortex/wording'
import type { OrgTask } from '../tasks/org-task.ts'
import type { Assignment, NightPorts, Outcome } from './night-ports.ts'

/** What evaluators are asked for, where their own task names none. */
export type JudgeOptions = {
  /** Agents that judge every task, beside those that it names. */
  readonly evaluators: readonly string[]
  /** The least that each has to give, 0–1. */
  readonly threshold: number
}

/** Whether a task is done, or a person has to look. */
export type Judged = Pick<TaskEnd, 'state' | 'reason' | 'score'> & { readonly costUsd: number; readonly tokens: number }

type Judging = JudgeOptions & {
  readonly task: OrgTask
  readonly assignment: Assignment
  /** What the heading will name. */
  readonly outputs: readonly string[]
  readonly signal: AbortSignal
}

/**
 * Done is what has an output, passes its checks and reaches the thresholds of its evaluators; all else that was answered is
 * for a person to look at. What failed is judged by nobody.
 */
export async function judgeOutcome(outcome: Outcome, judging: Judging, ports: NightPorts): Promise<Judged> {
  const free = { costUsd: 0, tokens: 0 }
  if (outcome.wasInterrupted)
    return {
      state: 'FAILED',
      reason: 'its process was stopped while the agent worked, and asking again could cost twice',
      ...free,
    }
  if (outcome.status === 'failed' || outcome.status === 'timeout' || outcome.status === 'aborted')
    return { state: 'FAILED', reason: outcome.error ?? `the run ended as ${outcome.status}`, ...free }
  const missing: string[] = []
  for (const path of judging.outputs) if (!(await ports.isFile(path))) missing.push(path)
  const doubts = [
    ...(outcome.status === 'partial' ? ['the answer is not whole'] : []),
    ...(judging.outputs.length === 0 ? ['nothing came of it'] : missing.map((path) => `${path} is not there`)),
    ...outcome.failedChecks,
  ]
  // Nobody is paid to judge what a person has to look at anyway.
  if (doubts.length > 0) return { state: 'REVIEW', reason: doubts.join('; '), ...free }
  return await evaluated(outcome, judging, ports)
}

async function evaluated(outcome: Outcome, judging: Judging, ports: NightPorts): Promise<Judged> {
  const { task, assignment, signal } = judging
  const named = (task.properties['EVALUATORS'] ?? '').split(/[\s,]+/).filter((name) => name !== '')
  const evaluators = [...new Set([...named, ...judging.evaluators])].filter((id) => id !== outcome.agent)
  const own = Number(task.properties['THRESHOLD'] ?? '')
  const threshold = own > 0 && own <= 1 ? own : judging.threshold
  const scores: number[] = []
  const doubts: string[] = []
  let [costUsd, tokens] = [0, 0]
  for (const by of evaluators) {
    const executionId = `${outcome.executionId}-${by.replaceAll(/[^a-z0-9-]/gi, '-')}`
    const request = { ...assignment, agent: by, executionId, text: question(task, outcome), tags: [] }
    const said = (await ports.logged(executionId)) ?? (await ports.run(request, signal))
    costUsd += said.costUsd
    tokens += said.tokens
    const score = scoreIn(said.text)
    if (score === undefined) doubts.push(`${by} gave no score`)
    else {
      scores.push(score)
      await ports.rate({ executionId: outcome.executionId, by, score, notes: said.text.slice(0, 2000) })
      if (score < threshold)
        doubts.push(`${by} gives ${scoreText(score)} of the ${scoreText(threshold)} that are asked for`)
    }
  }
  const score = scores.length === 0 ? undefined : scores.reduce((sum, one) => sum + one, 0) / scores.length
  const reason = doubts.length === 0 ? undefined : doubts.join('; ')
  return { state: reason === undefined ? 'DONE' : 'REVIEW', reason, score, costUsd, tokens }
}

function question(task: OrgTask, { text, outputs }: Outcome): string {
  return [
    'Judge how well this task was done. Answer with one line `SCORE: ` and a number from 0 to 1, and one or two sentences why.',
    `The task:\n${task.text}`,
    `The answer:\n${text.slice(0, 40_000)}`,
    ...(outputs.length === 0 ? [] : [`Files that were written: ${outputs.join(', ')}`]),
  ].join('\n\n')
}

/** `SCORE: 0.85`, also as 85 % or 85/100. */
function scoreIn(text: string): number | undefined {
  const [, number = '', unit = ''] = /^\W{0,4}score\W{0,6}?(\d{1,3}(?:\.\d+)?)\s*(%|\/\s*100?\b)?/im.exec(text) ?? []
  if (number === '') return undefined
  const value = Number(number) / (unit === '%' || /100/.test(unit) ? 100 : unit === '' ? 1 : 10)
  return value >= 0 && value <= 1 ? value : undefined
}
