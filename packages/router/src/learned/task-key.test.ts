import { expect, test } from 'vitest'
import { taskKey } from './task-key.ts'

test.each([
  ['Fix the build', ' fix\n the\u00a0BUILD!…'],
  ['Café', 'CAFE\u0301.'],
  ['ﬁx', 'fix'],
  ['請求書を確認', '請求書を確認。'],
  ['修理吗', '修理吗？！'],
  ['أصلح البناء', 'أصلح البناء؟'],
  ['बिल देखो', 'बिल देखो।'],
])('%j and %j are the same task', (a, b) => {
  expect(taskKey(a)).toBe(taskKey(b))
})

test('what differs in a word or a number differs; what has none is no task', () => {
  expect(new Set(['Fix 1', 'Fix 2', 'Fix.1', '修理'].map(taskKey)).size).toBe(4)
  expect(['', '…', '🎉'].map(taskKey)).toEqual([undefined, undefined, undefined])
})
