import { expect, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { feedback } from './feedback.ts'

test('a verdict on a run under a former name tells the reputation of the agent', async () => {
  const { context } = await commandSpace({
    agents: { writer: {}, scribe: { alias: 'writer' } },
    executions: [{ id: 'one', agent_id: 'scribe' }],
  })
  const { data, lines } = await feedback(context, { id: 'one', verdict: 'positive' })
  expect(data).toMatchObject({ agent_id: 'scribe', reputation: expect.any(Number) })
  expect(lines.at(-1)).toMatch(/^reputation [\d.]+ of 100$/)
})
