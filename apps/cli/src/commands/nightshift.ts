import { realpathSync } from 'node:fs'
import type { OutputOf } from '@datacortex/space'
import { dayLines, takenInRows, undoRows } from '@datacortex/space/words'
import { columns, costText, count, duration } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { commandOf } from '../command-of.ts'
import { findingLines } from '../output/finding-lines.ts'
import { type Lines, factLines } from '../output/lines.ts'
import { localTime } from '../output/local-time.ts'
import { nextTime, podcastRows } from './research-queue.ts'

export const nightshiftRun = commandOf(
  'nightshift.run',
  (data) => {
    if ('due' in data) return [`no night is due  next ${localTime(data.next_at)}`]
    if (!('dry_run' in data)) return { lines: nightLines(data), exitCode: data.failed.length > 0 ? 1 : 0 }
    const would = data.would.map(({ task, file, line, agent }) => [
      'would do',
      `${task}  ${agent ?? 'nobody fits'}  ${file}:${line}`,
    ])
    return [columns([...would, ...leftRows(data.left)]), 'dry run  nobody was asked']
  },
  {
    /** `until`: minutes since midnight, local time. */
    ask: ({ until, ...given }: Omit<Given<'nightshift.run'>, 'endsAt'> & { readonly until?: number | undefined }) =>
      asked<'nightshift.run'>({ ...given, endsAt: until === undefined ? undefined : nextTime(until, new Date()) }),
  },
)

type Done = Extract<OutputOf<'nightshift.run'>, { briefing_path: string }>

function nightLines(data: Done): Lines {
  const { done, review, failed, left, cost, briefing_path: briefing, stopped, research } = data
  const ended = (word: string, reports: Done['done']): readonly (readonly string[])[] =>
    reports.map(({ title, agent, reason, outputs, durationMs }) => [
      word,
      [title, agent, reason ?? outputs[0], duration(durationMs)].filter(Boolean).join('  '),
    ])
  const rows = columns([
    ...ended('done', done),
    ...ended('look at', review),
    ...ended('failed', failed),
    ...(research === undefined
      ? []
      : [['research', `${count(research.topics, 'topic')}, ${research.failed} failed`], ...podcastRows(research)]),
    ...leftRows(left.filter(({ task, file }) => !review.some((one) => one.title === task && one.file === file))),
    ...(stopped === undefined ? [] : [['ended', stopped]]),
    ['briefing', `${briefing}  ${costText(cost.usd)}`],
    ...takenInRows(data),
    ...undoRows(data.undo),
  ])
  return [rows, findingLines(data.findings)]
}

function leftRows(left: Done['left']): readonly (readonly string[])[] {
  return left.map(({ task, file, line, reason }) => ['left', `${task}  ${reason}  ${file}:${line}`])
}

export const nightshiftStatus = commandOf('nightshift.status', ({ last, next_at: next, ready, approval, waiting }) => {
  return columns([
    last === undefined
      ? ['last', 'there was no night yet']
      : [
          'last',
          `${last.date}  ${last.done} done, ${count(last.topics, 'topic')} read about, ${last.review} to look at, ${last.failed} failed  ${costText(last.usd)}${last.ended_at === undefined ? '  it did not end' : ''}`,
        ],
    ...(last?.briefing_path === undefined ? [] : [['briefing', last.briefing_path]]),
    ['tonight', `${count(ready, 'task')}, ${waiting} more wait`],
    ...(approval === 0 ? [] : [['approve', `${count(approval, 'task')}: datacortex nightshift approve`]]),
    ['next', next === undefined ? 'nobody starts it: datacortex nightshift install' : localTime(next)],
  ])
})

export const nightshiftList = commandOf('nightshift.list', (data) => {
  const rows = data.tasks.map(({ state, title, reason, id }) => [state, title, reason ?? '', id])
  const lines = [...columns(rows), ...data.problems.map((problem) => `note  ${problem}`)]
  return lines.length > 0 ? lines : ['no task is for agents: datacortex nightshift add "what you want done"']
})

export const nightshiftShow = commandOf('nightshift.show', (data) => {
  const { state, file, line, reason, agent, output, text, executions, job, approved } = data
  return [
    factLines([
      ['state', state],
      ['at', `${file}:${line}`],
      ['approved', approved ? 'yes' : 'no'],
      ['reason', reason],
      ['agent', agent],
      ['output', output],
      ['job', job && `${job.state}, attempt ${job.attempt}${job.error === undefined ? '' : `: ${job.error}`}`],
      ...executions.map(
        (one) => ['run', `${one.id}  ${one.agent_id}  ${one.status}  ${duration(one.duration_ms)}`] as const,
      ),
    ]),
    '',
    text,
  ]
})

export const nightshiftAdd = commandOf('nightshift.add', (data) =>
  changeLines(data, { done: 'added', would: 'would add' }),
)

export const nightshiftApprove = commandOf('nightshift.approve', (data, given) => {
  if (data.tasks.length === 0) return ['no task waits for your yes']
  if (data.approved === 0 && given.dryRun !== true) return { lines: ['not approved'], exitCode: 1 }
  return changeLines(data, { done: 'approved', would: 'waits' })
})

export const nightshiftRetry = commandOf('nightshift.retry', (data) =>
  changeLines(data, { done: 'again', would: 'would be done again' }),
)

export const nightshiftCancel = commandOf('nightshift.cancel', (data) =>
  changeLines(data, { done: 'cancelled', would: 'would be cancelled' }),
)

export const nightshiftRedrive = commandOf('nightshift.redrive', (data) => {
  if (data.tasks.length === 0) return ['no task failed']
  return changeLines(data, { done: 'again', would: 'would be done again' })
})

function changeLines(
  { tasks, dry_run: isDry, undo }: OutputOf<'nightshift.retry'>,
  words: { readonly done: string; readonly would: string },
): readonly string[] {
  const word = isDry === true ? words.would : words.done
  return columns([...tasks.map(({ title, id, file }) => [word, `${title}  ${file}  ${id}`]), ...undoRows(undo)])
}

export const nightshiftInstall = commandOf(
  'nightshift.install',
  ({ files, done, byHand, isTried, kind, findings }, { dryRun }) => {
    const isShown = done || dryRun === true || files.length === 0
    return {
      lines: [
        !isTried && `note  ${kind} was never tried on such a system: look at what is written`,
        dryRun === true
          ? files.map(({ path, text }) => [path, '', text.trimEnd(), ''])
          : files.map(({ path }) => `${done ? 'written' : 'not written'}  ${path}`),
        isShown && byHand,
        findingLines(findings),
      ],
      exitCode: isShown ? 0 : 1,
    }
  },
  {
    ask: (given: Omit<Given<'nightshift.install'>, 'program'>) =>
      // A timer has another PATH: both are named in full.
      asked<'nightshift.install'>({ ...given, program: [process.execPath, realpathSync(process.argv[1] ?? '')] }),
  },
)

export const nightshiftUninstall = commandOf('nightshift.uninstall', ({ files, done, kind, findings }) => {
  const byHand = kind === 'cron' ? ['take its line out by crontab -e'] : []
  return [
    files.length + byHand.length === 0 && 'nothing starts the night by itself',
    files.map(({ path }) => `${done ? 'removed' : 'would remove'}  ${path}`),
    byHand,
    findingLines(findings),
  ]
})

export const nightshiftWorker = commandOf('nightshift.worker', (data) => {
  const lines = columns(data.reports.map(({ state, title, reason }) => [state, title, reason ?? '']))
  return lines.length > 0 ? lines : ['there was nothing to do']
})

export const today = commandOf('today', (data) => [...dayLines(data), ...findingLines(data.findings)])

export const wrapUp = commandOf('wrap.up', (data) => [...dayLines(data), ...findingLines(data.findings)])
