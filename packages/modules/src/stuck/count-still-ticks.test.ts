import { expect, test } from 'vitest'
import { countStillTicks } from './count-still-ticks.ts'

const limits = {
  events: [
    { afterTicks: 2, event: 'let go' },
    { afterTicks: 4, event: 'tell' },
  ],
  breakOffTicks: 5,
}

/** What is done at each tick, given the turns that the main thread had until then. */
function doneAt(beats: readonly number[]): readonly string[] {
  let done: string[] = []
  const tick = countStillTicks(limits, { emit: (event) => done.push(event), breakOff: () => done.push('break off') })
  return beats.map((turns) => {
    done = []
    tick(turns)
    return done.join(', ')
  })
}

test('nothing is done to who yields, however seldom', () => {
  const seldom = [0, 0, 1, 1, 2, 2, 3, 3, 4, 9, 9, 10]
  expect(doneAt(seldom)).toEqual(seldom.map(() => ''))
})

test('each event comes once while the main thread has no turn, and it is broken off again and again', () => {
  const done = ['', '', 'let go', '', 'tell', 'break off', '', '', '', '', 'break off', '']
  expect(doneAt(done.map(() => 7))).toEqual(done)
})

test('who gets stuck again is told again, from the start', () => {
  expect(doneAt([1, 1, 1, 1, 2, 2, 2, 2, 2])).toEqual(['', '', 'let go', '', '', '', 'let go', '', 'tell'])
})
