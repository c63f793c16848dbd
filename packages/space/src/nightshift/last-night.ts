import { join } from 'node:path'
import { type TaskReport, nightDates, readNight } from '@datacortex/nightshift'
import { isThere } from '@datacortex/platform'
import { listRuns } from '@datacortex/research'
import type { Work } from '../work.ts'

/** `topics`: reports that research wrote. */
export type NightFigures = Readonly<Record<'done' | 'review' | 'failed' | 'topics' | 'usd', number>> & {
  readonly date: string
}

export async function lastNight({ paths }: Pick<Work, 'paths'>) {
  const [date] = await nightDates(paths)
  const record = date === undefined ? undefined : await readNight(paths, date)
  if (date === undefined || record === undefined) return undefined
  const of = (state: TaskReport['state']) => record.reports.filter((one) => one.state === state)
  const [done, review, failed] = [of('DONE'), of('REVIEW'), of('FAILED')]
  const runs = (await listRuns(paths)).filter(({ config }) => config['queue'] === date)
  const written = runs.filter(({ config, state }) => config['news'] === undefined && /^(?:done|partial)$/.test(state))
  const usd = [...record.spent.map(({ costUsd }) => costUsd), ...runs.map(({ cost_usd: cost }) => cost)]
  const briefing = `0-personal/content/reports/research-briefing-${date}.md`
  return {
    record,
    review,
    failed,
    figures: {
      date,
      done: done.length,
      review: review.length,
      failed: failed.length,
      topics: written.length,
      usd: Math.round(usd.reduce((sum, one) => sum + one, 0) * 1e9) / 1e9,
    },
    ...((await isThere(join(paths.root, briefing))) ? { briefing_path: briefing } : {}),
  }
}
