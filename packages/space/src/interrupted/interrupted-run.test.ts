import { CodedError } from '@datacortex/errors'
import { expect, test } from 'vitest'
import { interruptedRun } from './interrupted-run.ts'

test('only a run that was logged is said to be in the log', () => {
  const signal = AbortSignal.abort()
  expect(interruptedRun(signal.reason, { hasBegun: true, logged: 'exec-1', signal }).hint).toContain(
    'datacortex log show exec-1 tells of it. Run it again with another execution id, or none: this one is in the log.',
  )
  expect(interruptedRun(signal.reason, { hasBegun: false, logged: undefined, signal }).hint).toContain(
    'the log has nothing of it',
  )
  const begun = interruptedRun(signal.reason, { hasBegun: true, logged: undefined, signal })
  expect(begun.hint).toContain('The agent had begun, but the log could not be written')
})

test('what else went wrong is not hidden behind the interruption', () => {
  const signal = AbortSignal.abort()
  const full = new CodedError('PLATFORM_FILE_UNWRITABLE', 'No space left on the disk.')
  expect(interruptedRun(full, { hasBegun: false, logged: undefined, signal }).details['instead']).toBe(full)
  expect(interruptedRun(signal.reason, { hasBegun: true, logged: 'exec-1', signal }).details['instead']).toBeUndefined()
})
