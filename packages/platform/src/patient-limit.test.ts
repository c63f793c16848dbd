import { expect, test, vi } from 'vitest'
import { patientLimit } from './patient-limit.ts'

test.each([
  [undefined, 5000],
  ['', 5000],
  ['4', 20_000],
  ['1.5', 7500],
  ['1000', 5_000_000],
  ['0', 5000],
  ['-3', 5000],
  ['1001', 5000],
  ['Infinity', 5000],
  ['slow', 5000],
])('with a patience of %j a limit of 5,000 ms is %d ms', (patience, limit) => {
  vi.stubEnv('DATACORTEX_PATIENCE', patience)
  expect(patientLimit(5000)).toBe(limit)
})
