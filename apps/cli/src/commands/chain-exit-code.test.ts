import { expect, test } from 'vitest'
import { chainExitCode } from './chain-exit-code.ts'

test('what is not settled is no success once it was to be sent, be it a registration or a rating', () => {
  const codes = (['given', 'unchanged', 'failed', 'pending', 'planned'] as const).map((status) =>
    [true, false].map((confirmed) => chainExitCode({ confirmed, results: [{ status: 'registered' }, { status }] })),
  )
  expect(codes).toEqual([
    [0, 0],
    [0, 0],
    [1, 1],
    [1, 0],
    [1, 0],
  ])
  expect(chainExitCode({ confirmed: false, results: [], plan: [{ action: 'none' }, { action: 'refused' }] })).toBe(1)
})
