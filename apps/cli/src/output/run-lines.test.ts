import type { EndedRun } from '@datacortex/space'
import { expect, test } from 'vitest'
import { runLines } from './run-lines.ts'

const run: EndedRun = {
  logged: true,
  kept: true,
  execution_id: 'exec-1',
  agent: 'writer',
  runner: 'local',
  status: 'success',
  text: 'Twice a day.\n',
  outputs: [{ path: '.datacore/state/outputs/exec-1.md', type: 'answer' }],
  checks: [{ check: 'links_valid', passed: null, detail: 'nobody can tell' }],
  duration_ms: 1200,
  attempts: 1,
  left_out: [],
  findings: [],
}
const unlogged = {
  code: 'EXECUTION_NOT_LOGGED',
  severity: 'error',
  subject: 'exec-1',
  message: 'The run exec-1 of writer is not in the execution log: it is a folder.',
  hint: 'Move it away. The answer of this run stands nowhere else.',
} as const

test('a run that is in the log can be judged', () => {
  expect(runLines(run)).toEqual([
    'Twice a day.',
    '',
    'output     .datacore/state/outputs/exec-1.md  answer',
    'check      unclear  links_valid  nobody can tell',
    'execution  exec-1  success in 1.2 s by local',
    'next       datacortex feedback exec-1 positive|negative|revised',
  ])
})

test('one that is not is said to be, with what to do, and is not offered to be judged or shown', () => {
  const error = { code: 'X', message: 'It broke.', transient: false, hint: undefined }
  for (const one of [run, { ...run, error }]) {
    const lines = runLines({ ...one, status: 'partial', findings: [unlogged], logged: false, kept: false })
    expect(lines).toContain(`note       ${unlogged.message}`)
    expect(lines).toContain(`hint       ${unlogged.hint}`)
    expect(lines.at(-1)).toBe('execution  exec-1  partial in 1.2 s by local')
  }
})

test('what is only for information has no advice', () => {
  const lines = runLines({ ...run, findings: [{ ...unlogged, severity: 'info' }] })
  expect(lines.filter((line) => line.startsWith('hint'))).toEqual([])
})
