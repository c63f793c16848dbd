import { CodedError } from '@datacortex/errors'
import { expect, test } from 'vitest'
import { interruptedRun } from './interrupted-run.ts'

test('only a run that was logged is said to be in the log', () => {
  const signal = AbortSignal.abort()
  expect(interruptedRun(signal.reason, { hasBegun: true, isLogged: true, signal }).hint).toContain(
    'this one is in the log',
  )
  expect(interruptedRun(signal.reason, { hasBegun: false, isLogged: false, signal }).hint).toContain(
    'the log has nothing of it',
  )
  const begun = interruptedRun(signal.reason, { hasBegun: true, isLogged: false, signal })
  expect(begun.hint).toContain('The agent had begun, but the log could not be written')
})

test('what else went wrong is not hidden behind the interruption', () => {
  const signal = AbortSignal.abort()
  const full = new CodedError('PLATFORM_FILE_UNWRITABLE', 'No space left on the disk.')
  expect(interruptedRun(full, { hasBegun: false, isLogged: false, signal }).instead).toBe(full)
  expect(interruptedRun(signal.reason, { hasBegun: true, isLogged: true, signal }).instead).toBeUndefined()
})
