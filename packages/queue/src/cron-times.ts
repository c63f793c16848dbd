import { attempt } from '@datacortex/errors'
import { Cron } from 'croner'
import { type SentJob, checkName, checkSent, jsonText } from './check-input.ts'
import type { Job, Schedule, ScheduleOptions } from './contract.ts'
import { queueError } from './errors.ts'

/** A schedule with all that the jobs it sends are made of. */
export type KeptSchedule = Schedule & { readonly sent: SentJob }

/** @throws `QUEUE_SCHEDULE_INVALID`, `QUEUE_PAYLOAD_INVALID`, `QUEUE_OPTION_INVALID` */
export function newSchedule(
  name: string,
  { cron, timezone, payload, now }: Pick<Schedule, 'cron' | 'timezone' | 'payload'> & { readonly now: number },
  { kind = name, ...options }: ScheduleOptions = {},
): KeptSchedule {
  const refuse = (reason: string): Error => queueError('QUEUE_SCHEDULE_INVALID', { name, reason })
  checkName(name)
  jsonText(payload, 'payload')
  if (!/^\S+(?: +\S+){4,5}$/.test(cron)) throw refuse(`${JSON.stringify(cron)} has not five or six fields`)
  const nextAt = attempt(
    () => nextTime({ cron, timezone }, now),
    (error) => {
      throw refuse(error instanceof Error ? error.message.split('.')[0]! : String(error))
    },
  )
  if (nextAt === undefined) throw refuse(`${JSON.stringify(cron)} names no time that comes`)
  return { name, kind, cron, timezone, payload, nextAt, sent: checkSent(kind, options) }
}

/**
 * What a schedule has to send now, and when it is due again. Of runs that were missed the last one is made up.
 * @returns Undefined before its time.
 */
export function dueRun(
  schedule: KeptSchedule,
  now: number,
): { readonly schedule: NonNullable<Job['schedule']>; readonly next: KeptSchedule | undefined } | undefined {
  const { name, nextAt } = schedule
  if (nextAt > now) return undefined
  const second = nextTime(schedule, nextAt)
  const isLate = second !== undefined && second <= now
  // Counted up to a number that says enough.
  const times = isLate ? cronOf(schedule).previousRuns(maxMissed + 1, new Date(now + 1)) : [new Date(nextAt)]
  const passed = times.map((time) => time.getTime()).filter((time) => time >= nextAt)
  const after = isLate ? nextTime(schedule, now) : second
  return {
    schedule: { name, dueAt: passed[0] ?? nextAt, missed: Math.max(0, passed.length - 1) },
    next: after === undefined ? undefined : { ...schedule, nextAt: after },
  }
}

const maxMissed = 100

export function asSchedule(kept: KeptSchedule): Schedule {
  const { sent: _, ...schedule } = kept
  return schedule
}

type Pattern = Pick<Schedule, 'cron' | 'timezone'>

function nextTime(pattern: Pattern, after: number): number | undefined {
  return cronOf(pattern).nextRun(new Date(after))?.getTime()
}

function cronOf({ cron, timezone }: Pattern): Cron {
  return new Cron(cron, { timezone, paused: true })
}
