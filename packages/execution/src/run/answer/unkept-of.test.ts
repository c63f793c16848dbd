import { expect, test } from 'vitest'
import { unkeptOf } from './unkept-of.ts'

test('an older part of the log that is damaged is no loss of this run', () => {
  const finding = (code: string) => ({ code, severity: 'error', subject: 'exec-1', message: '' }) as const
  const kept = [finding('EXECUTION_LOG_DAMAGED'), finding('EXECUTION_HOOK_FAILED')]
  const lost = [finding('EXECUTION_NOT_LOGGED'), finding('EXECUTION_ANSWER_NOT_KEPT')]
  expect(unkeptOf(kept)).toEqual([])
  expect(unkeptOf([...kept, ...lost])).toEqual(lost)
})
