import { expect, test } from 'vitest'
import { movedOn, orgTime } from './org-time.ts'

const now = new Date(2026, 10, 27, 2).getTime()

test.each([
  ['SCHEDULED: <2026-11-20 Fri +1w>', 'SCHEDULED: <2026-12-04 Fri +1w>'],
  ['SCHEDULED: <2026-11-20 Fri ++1d>', 'SCHEDULED: <2026-11-28 Sat ++1d>'],
  ['DEADLINE: <2026-11-01 Sun 09:30 .+3d -2d>', 'DEADLINE: <2026-11-30 Mon 09:30 .+3d -2d>'],
  [
    'SCHEDULED: <2026-11-27 Fri 01:00 +2h> DEADLINE: <2026-11-01 Sun>',
    'SCHEDULED: <2026-11-27 Fri 03:00 +2h> DEADLINE: <2026-11-01 Sun>',
  ],
  ['SCHEDULED: <2020-02-29 Sat +1y>', 'SCHEDULED: <2027-03-01 Mon +1y>'],
  // Over the change to summer time it stays at its hour.
  ['SCHEDULED: <2026-12-31 Thu 08:00 +1m>', 'SCHEDULED: <2027-01-31 Sun 08:00 +1m>'],
])('%s moves on to %s', (before, after) => {
  expect(movedOn(before, now)).toBe(after)
})

test('a step of minutes over millennia takes no steps', () => {
  expect(movedOn('SCHEDULED: <0100-01-01 Fri 01:00 +1h>', now)).toMatch(/<2026-11-27 Fri 0[23]:00 \+1h>/)
  expect(orgTime('SCHEDULED: <2026-11-20 Fri +0d>', 'SCHEDULED')?.repeater).toBeUndefined()
  expect(orgTime('nothing', 'DEADLINE')).toBeUndefined()
})
