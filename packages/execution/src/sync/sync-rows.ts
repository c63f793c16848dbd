import { recordOf } from '@datacortex/platform'
import type { Execution } from '../log/execution-record.ts'
import type { LogEntries } from '../log/log-entries.ts'
import { readLogEntry } from '../log/read-log-entry.ts'
import { bodyOf } from './body-of.ts'

/** What of a log performances and costs are computed from: figures, ids and names, none of the words of anybody. */
export type SyncRows = Pick<LogEntries, 'executions' | 'evaluations' | 'feedback'>

export const syncLists = ['executions', 'evaluations', 'feedback'] as const

/** What tells an entry from all others, whichever machine has it; evaluations of other programs have no id. */
export function rowKey(list: (typeof syncLists)[number], row: SyncRows[typeof list][number]): string {
  if (row.id !== '' || !('scores' in row)) return `${list} ${row.id}`
  return `${list} ${JSON.stringify([row.evaluator_agent, row.execution_id, row.timestamp])}`
}

/** The same entries without what could be text: of each all is left out but what is named here. */
export function metricsOf({ executions, evaluations, feedback }: SyncRows): SyncRows {
  return {
    executions: executions.map(executionMetrics),
    evaluations: evaluations.map((one) => ({ ...one, tags: [], notes: undefined })),
    feedback: feedback.map((one) => ({ ...one, note: undefined })),
  }
}

function executionMetrics(one: Execution): Execution {
  const { id, agent_id: agent, timestamp, duration_ms: durationMs, status, skill, quality, error } = one
  return {
    id,
    agent_id: agent,
    timestamp,
    duration_ms: durationMs,
    tokens_in: one.tokens_in,
    tokens_out: one.tokens_out,
    cost_usd: one.cost_usd,
    status,
    skill,
    agent_version: one.agent_version,
    agent_hash: one.agent_hash,
    component_hashes: one.component_hashes?.slice(0, 100),
    runner: one.runner,
    outputs: [],
    quality: { user_feedback: quality.user_feedback, automated_checks: [] },
    spawned_agents: [],
    // Interrupted runs tell nothing of the clock, and took nobody knows how long. A module may say anything for a code.
    error: error && { code: /^[A-Z0-9_]{1,80}$/.test(error.code) ? error.code : '', message: '', transient: false },
  }
}

/** All keys of some rows. */
export function keysOf(rows: SyncRows): readonly string[] {
  return syncLists.flatMap((list) => rows[list].map((row) => rowKey(list, row)))
}

/** The entries in a line that was checked: what can't be read of them is left out, and so is what is no figure. */
export function rowsIn(line: string): SyncRows {
  const lists = recordOf(bodyOf(line)['rows'])
  const read = <List extends (typeof syncLists)[number]>(list: List): SyncRows[List][number][] => {
    const items = lists[list]
    return (Array.isArray(items) ? items : []).flatMap((item: unknown) => {
      const entry = readLogEntry(list, item)
      return typeof entry === 'string' ? [] : [entry]
    })
  }
  return metricsOf({ executions: read('executions'), evaluations: read('evaluations'), feedback: read('feedback') })
}
