import { expect, test } from 'vitest'
import { readLog } from '../log/read-log.ts'
import { runWith } from '../run/__fixtures__/run-space.ts'

const answer = [{ text: 'The moon pulls at the water of the sea.' }]

test.each([
  ['Explain the tides', { check: 'hook-check', passed: true }],
  ['fail the check', { check: 'hook-check', passed: false, detail: '1 outputs are too many' }],
  ['confuse the check', { check: 'hook-check', passed: false, detail: expect.stringContaining('is no verdict') }],
  ['break the hooks', { check: 'hook-check', passed: false, detail: expect.stringContaining('the hook broke') }],
])('the check of a module on %j stands among the others, and in the log', async (task, verdict) => {
  const { space, result } = await runWith(answer, { task })
  expect(result.status).toBe('success')
  expect(result.checks.map(({ check }) => check)).toEqual([
    'output_exists',
    'links_valid',
    'writes_within_bounds',
    'hook-check',
  ])
  expect(result.checks.at(-1)).toEqual(verdict)
  expect((await readLog(space.paths)).executions[0]?.quality.automated_checks).toEqual(result.checks)
})
