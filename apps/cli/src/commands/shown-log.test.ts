import { beforeEach, expect, test, vi } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { evaluateRun, feedback } from './verdicts.ts'
import { logShow } from './log.ts'

const space = {
  agents: { low: {}, high: {}, other: {} },
  settings: { privacy: { agents: { high: 'private' } } },
  executions: [
    { id: 'of-high', agent_id: 'high' },
    { id: 'of-low', agent_id: 'low' },
    { id: 'of-other', agent_id: 'other' },
  ],
}
const scores = { completion: 90, quality: 90, efficiency: 90 }

beforeEach(() => {
  vi.stubEnv('DATACORTEX_EXECUTION', 'exec-now')
  vi.stubEnv('DATACORTEX_CHAIN', 'low')
})

test.each(['of-high', 'of-nobody'])('in its run an agent is told alike of %s that it is unknown', async (id) => {
  const { context } = await commandSpace(space)
  const unknown = { code: 'EXECUTION_UNKNOWN' }
  await expect(logShow(context, { id })).rejects.toMatchObject(unknown)
  await expect(evaluateRun(context, { id, by: 'low', ...scores })).rejects.toMatchObject(unknown)
  // What else is wrong would tell that there is one.
  const long = { id, by: 'low', ...scores, notes: 'x'.repeat(100_000) }
  await expect(evaluateRun(context, long)).rejects.toMatchObject(unknown)
  await expect(feedback(context, { id, verdict: 'positive' })).rejects.toMatchObject(unknown)
})

test('what it may be shown it evaluates, and of the rest it is told who does', async () => {
  const { context } = await commandSpace(space)
  const { data } = await evaluateRun(context, { id: 'of-other', by: 'low', ...scores })
  expect(data).toMatchObject({ evaluator_agent: 'low', evaluated_agent: 'other' })
  for (const id of ['of-low', 'exec-now'])
    await expect(feedback(context, { id, verdict: 'positive' })).rejects.toMatchObject({
      code: 'CLI_VERDICT_OF_AGENT',
      details: { isOwn: true },
    })
  vi.stubEnv('DATACORTEX_CHAIN', '')
  const said = await evaluateRun(context, { id: 'of-high', by: 'user', ...scores })
  expect(said.data).toMatchObject({ evaluated_agent: 'high' })
})
