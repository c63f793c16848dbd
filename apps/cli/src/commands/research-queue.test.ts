import { expect, onTestFinished, test, vi } from 'vitest'
import { timeOfDay } from '../program/option-values.ts'
import { nextTime } from './research-queue.ts'

test('a night ends at the next time that it is so late', () => {
  const evening = new Date(2026, 10, 22, 23, 30)
  expect(new Date(nextTime(timeOfDay('06:00'), evening))).toEqual(new Date(2026, 10, 23, 6, 0))
  expect(new Date(nextTime(timeOfDay('23:45'), evening))).toEqual(new Date(2026, 10, 22, 23, 45))
  expect(new Date(nextTime(timeOfDay('23:30'), evening))).toEqual(new Date(2026, 10, 23, 23, 30))
})

test('a night ends at the same time of the day when the clock was changed in it', () => {
  vi.stubEnv('TZ', 'Europe/Vienna')
  onTestFinished(() => void vi.unstubAllEnvs())
  const of = (evening: string): string => new Date(nextTime(timeOfDay('06:00'), new Date(evening))).toISOString()
  expect(of('2026-03-28T22:00:00Z')).toBe('2026-03-29T04:00:00.000Z')
  expect(of('2026-10-24T22:30:00Z')).toBe('2026-10-25T05:00:00.000Z')
})

test.each(['24:00', '6', '06:60', 'six', ''])('%j is no time of the day', (text) => {
  expect(() => timeOfDay(text)).toThrow('06:00')
})
