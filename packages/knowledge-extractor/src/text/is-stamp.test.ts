import { expect, test } from 'vitest'
import { isStamp } from './is-stamp.ts'

test.each([
  'February 20, 2026, 4:55pm',
  '6.5K views 5 replies',
  'Posts: 116   Threads: 23   Joined: Feb 2019   Reputation:',
  'Thread starter [latawiec](https://example.org/members/latawiec-of-the-sea) Start date [Oct 28, 2023](https://example.org/t)',
  'Sale Price $29.00',
  '**Joined:** 4.',
  '**Primary OS:** MS Windows 10',
  '[Kim5](https://example.org/u/Kim5) \\[\\[M](https://example.org/mods)\\] [score hidden\\] 17 hours ago stickied comment',
  '12. Mai 2024, 18:36 Uhr, 3 Antworten',
])('%j is a stamp', (line) => {
  expect(isStamp(line)).toBe(true)
})

test.each([
  '**Myth:** All tides of the sea are of one height.',
  'It opened in 1883.',
  'Lamps',
  'Rope and tar',
  'Tide gauge of Sellow, 1884',
  'Was it posted?',
  '',
])('%j is none', (line) => {
  expect(isStamp(line)).toBe(false)
})
