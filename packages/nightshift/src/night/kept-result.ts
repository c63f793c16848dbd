import { isRecord } from '@datacortex/platform'
import type { Job, Json } from '@datacortex/queue'
import type { TaskReport } from './night-ports.ts'

/** What a job keeps of a report: figures, ids and paths, none of the words of a task. */
export function keptResult({ state, agent, execution, outputs, costUsd, tokens, durationMs }: TaskReport): Json {
  return { state, agent: agent ?? null, execution: execution ?? null, outputs, costUsd, tokens, durationMs }
}

/** What another worker kept of its task. */
export function readResult({ result }: Pick<Job, 'result'>): Pick<TaskReport, 'state'> & Partial<TaskReport> {
  const said = isRecord(result) ? result : {}
  const state = (['DONE', 'REVIEW', 'FAILED', 'LEFT'] as const).find((one) => one === said['state']) ?? 'REVIEW'
  const number = (name: string): number => (typeof said[name] === 'number' ? said[name] : 0)
  const text = (name: string): string | undefined => (typeof said[name] === 'string' ? said[name] : undefined)
  const figures = { costUsd: number('costUsd'), tokens: number('tokens'), durationMs: number('durationMs') }
  const outputs = Array.isArray(said['outputs']) ? said['outputs'].map(String) : []
  return { state, ...figures, outputs, agent: text('agent'), execution: text('execution') }
}
