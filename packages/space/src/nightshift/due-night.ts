import type { Settings } from '@datacortex/platform'
import type { Work } from '../work.ts'
import { openQueue } from './open-queue.ts'

/** A night was asked for by time, and none is due. */
export type DueNight = { readonly date: string; readonly due: false; readonly next_at: string }

/**
 * Does the night that is due by the settings, once, however many times and processes ask; those that were missed while the
 * machine was off are made up by one, which is told when it was due.
 */
export async function dueNight<Done>(
  work: Work,
  settings: Settings,
  run: (late: string | undefined) => Promise<Done>,
): Promise<Done | DueNight> {
  await using queue = await openQueue(work, settings)
  const name = scheduleName(work.paths)
  const { next, timezone } = await keptSchedule(queue, { name, settings })
  const [job] = await queue.claim([name], { leaseMs })
  if (job === undefined) {
    return { date: dayIn(timezone, next), due: false, next_at: new Date(next).toISOString() }
  }
  const beat = setInterval(() => void queue.heartbeat(job.id, job.attempt).catch(() => false), leaseMs / 3)
  try {
    const dueAt = job.schedule?.dueAt ?? job.sentAt
    const isLate = Date.now() - dueAt > latenessMs
    const done = await run(isLate ? new Date(dueAt).toISOString() : undefined)
    await queue.complete(job.id, job.attempt)
    return done
  } finally {
    clearInterval(beat)
  }
}

/** A killed night is gone on with by the next one that asks. */
const leaseMs = 5 * 60_000
const latenessMs = 30 * 60_000

/** The name of the schedule of a space, and the kind of its jobs. */
export function scheduleName({ trust }: Pick<Work['paths'], 'trust'>): string {
  return `night-${trust.id ?? 'own'}`
}

/** The schedule of the settings; to make it anew would forget what is due. */
async function keptSchedule(
  queue: Awaited<ReturnType<typeof openQueue>>,
  { name, settings: { nightshift } }: { readonly name: string; readonly settings: Settings },
): Promise<{ readonly next: number; readonly timezone: string }> {
  const [hour = '2', minute = '0'] = nightshift.at.split(':')
  const cron = `${Number(minute)} ${Number(hour)} * * *`
  const timezone = nightshift.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const known = (await queue.schedules()).find((one) => one.name === name)
  const isSame = known !== undefined && known.cron === cron && known.timezone === timezone
  const { nextAt } = isSame ? known : await queue.schedule(name, cron, timezone, null)
  return { next: nextAt, timezone }
}

/** The day that it is then where the night is, as files name it. */
export function dayIn(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const of = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${of['year']}-${of['month']}-${of['day']}`
}
