import { expect, test } from 'vitest'
import { dueRun, newSchedule } from './cron-times.ts'

const at = (text: string): number => Date.parse(text)
const made = (cron: string, timezone: string, now: string) =>
  newSchedule('night', { cron, timezone, payload: null, now: at(now) })

/** The times at which it is due one after the other, each noticed when it has come. */
function times(cron: string, timezone: string, from: string, count: number): readonly string[] {
  const found: string[] = []
  let kept = made(cron, timezone, from)
  for (let left = count; left > 0; left -= 1) {
    found.push(new Date(kept.nextAt).toISOString().slice(0, 16))
    kept = dueRun(kept, kept.nextAt)?.next ?? kept
  }
  return found
}

test('a time of a zone stays at its hour there, before and after its clock is changed', () => {
  const spring = times('0 6 * * *', 'Europe/Vienna', '2026-03-28T00:00Z', 3)
  expect(spring).toEqual(['2026-03-28T05:00', '2026-03-29T04:00', '2026-03-30T04:00'])
  expect(times('0 6 * * *', 'America/New_York', '2026-03-07T12:00Z', 2)).toEqual([
    '2026-03-08T10:00',
    '2026-03-09T10:00',
  ])
})

test('an hour that does not come is made up, one that comes twice counts once', () => {
  const spring = times('30 2 * * *', 'Europe/Vienna', '2026-03-28T12:00Z', 2)
  expect(spring).toEqual(['2026-03-29T01:00', '2026-03-30T00:30'])
  const autumn = times('30 2 * * *', 'Europe/Vienna', '2026-10-24T12:00Z', 2)
  expect(autumn).toEqual(['2026-10-25T00:30', '2026-10-26T01:30'])
})

test('each hour of a day that has 25 comes once', () => {
  expect(new Set(times('0 * * * *', 'Europe/Vienna', '2026-10-24T22:00Z', 25)).size).toBe(25)
})

test('what was missed is made up by its last run, and counted up to a hundred', () => {
  const nightly = made('0 2 * * *', 'UTC', '2026-01-01T12:00Z')
  expect(dueRun(nightly, at('2026-01-02T01:59Z'))).toBeUndefined()
  const late = dueRun(nightly, at('2026-01-05T09:00Z'))
  expect(late).toMatchObject({ schedule: { dueAt: at('2026-01-05T02:00Z'), missed: 3 } })
  expect(late?.next?.nextAt).toBe(at('2026-01-06T02:00Z'))
  const busy = dueRun(made('* * * * * *', 'UTC', '2026-01-01T12:00Z'), at('2027-01-01T12:00Z'))
  expect(busy?.schedule).toEqual({ name: 'night', dueAt: at('2027-01-01T12:00Z'), missed: 100 })
})

test.each([
  ['0 2 * *', 'UTC'],
  ['0 2 * * * * *', 'UTC'],
  ['2026-01-01T00:00:00', 'UTC'],
  ['61 2 * * *', 'UTC'],
  ['0 2 * * *', 'Mars/Base'],
  ['0 0 30 2 *', 'UTC'],
])('%s in %s is refused', (cron, timezone) => {
  expect(() => made(cron, timezone, '2026-01-01T12:00Z')).toThrow(
    expect.objectContaining({ code: 'QUEUE_SCHEDULE_INVALID' }),
  )
})
