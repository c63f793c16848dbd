import type { OutputOf } from '@datacortex/space'
import { columns, count, duration, shorten, usedText } from '@datacortex/wording'
import type { Given } from '../arguments/asked.ts'
import { commandOf } from '../command-of.ts'
import { localTime } from '../output/local-time.ts'
import { earlierLine } from '../output/earlier-line.ts'
import { factLines } from '../output/lines.ts'
import { checkFact, outputFact } from '../output/run-facts.ts'

export const logList = commandOf('log.list', ({ executions, more, findings }, given) => {
  const rows = executions.map(({ id, timestamp, agent_id: agentId, status, duration_ms: ms, task = '' }) => [
    id,
    localTime(timestamp),
    agentId,
    status,
    duration(ms),
    shorten(task, 50),
  ])
  return [
    columns(rows),
    findings.map(({ message }) => `note       ${message}`),
    executions.length === 0 ? noneLines({ ...given, findings }) : count(executions.length, 'execution'),
    more && earlierLine('log list', given.limit),
  ]
})

function noneLines({
  agent,
  since,
  findings,
}: Given<'log.list'> & Pick<OutputOf<'log.list'>, 'findings'>): readonly string[] {
  // There may be some that can't be read.
  if (findings.some(({ severity }) => severity === 'error'))
    return ['no executions that can be read', 'next       datacortex doctor']
  if (agent === undefined && since === undefined)
    return ['no executions yet', 'next       datacortex run ID "what it shall do"']
  const which = [agent === undefined ? '' : ` of ${agent}`, since === undefined ? '' : ` since ${since}`].join('')
  return [`no executions${which}`, 'next       datacortex log list']
}

export const logCosts = commandOf('log.costs', (data, given) => {
  const { costs, costs_everywhere: everywhere = [], other_machines: others = 0 } = data
  const rowsOf = (where: readonly string[], rows: typeof costs) =>
    rows.map(({ month, source, executions, unpriced, ...used }) => [
      ...where,
      month,
      source,
      count(executions, 'execution'),
      usedText(used) ?? '',
      unpriced === 0 ? '' : `cost of ${unpriced} unknown`,
    ])
  const rows =
    others === 0
      ? rowsOf([], costs)
      : [...rowsOf(['here'], costs), ...rowsOf([`on ${others + 1} machines`], everywhere)]
  return [
    ...columns(rows),
    ...data.findings.map(({ message }) => `note       ${message}`),
    ...(rows.length === 0 ? noneLines({ ...given, findings: data.findings }) : []),
  ]
})

export const logShow = commandOf('log.show', (data) => [data.executions.map(executionLines), saidLines(data)])

type LogView = OutputOf<'log.show'>

function executionLines(execution: LogView['executions'][number]): readonly string[] {
  const { quality, error, outputs, runner, attempts = 1, task, spawned_agents: spawned } = execution
  return factLines([
    ['execution', execution.id],
    ['agent', execution.agent_id],
    ['called by', execution.called_by],
    ['task', task && shorten(task, 200)],
    ['began', localTime(execution.timestamp)],
    ['took', duration(execution.duration_ms)],
    ['status', execution.status],
    ['error', error && `${error.code}  ${error.message}`],
    ['runner', runner && `${runner}${attempts < 2 ? '' : ` in ${attempts} attempts`}`],
    ['used', usedText(execution)],
    ['feedback', quality.user_feedback ?? undefined],
    ...outputs.map(outputFact),
    ...spawned.map((one) => ['started', `${one.agent_id}  ${one.execution_id}  ${one.status}`] as const),
    ...quality.automated_checks.map(checkFact),
  ])
}

function saidLines({ evaluations, feedback, session_memories: memories, findings }: LogView): readonly string[] {
  return [
    ...evaluations.map(({ evaluator_agent: by, scores, notes }) => {
      const { task_completion: completion, output_quality: quality, efficiency } = scores
      const points = `completion ${completion}, quality ${quality}, efficiency ${efficiency}`
      return `evaluated  by ${by}: ${points}${notes === undefined ? '' : `  ${shorten(notes, 120)}`}`
    }),
    ...feedback.flatMap(({ verdict, note }) =>
      note === undefined ? [] : [`verdict    ${verdict}: ${shorten(note, 120)}`],
    ),
    ...memories.flatMap(({ insights, summary }) => [
      `learned    ${shorten(summary, 160)}`,
      ...insights.map((insight) => `           ${shorten(insight, 160)}`),
    ]),
    ...findings.map(({ message }) => `note       ${message}`),
  ]
}
