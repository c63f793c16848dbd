import { readFile, writeFile } from 'node:fs/promises'
import { readLog } from '@datacortex/execution'
import { expect, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { feedback } from './verdicts.ts'

test('a verdict on a run under a former name tells the reputation of the agent', async () => {
  const { context } = await commandSpace({
    agents: { writer: {}, scribe: { alias: 'writer' } },
    executions: [{ id: 'one', agent_id: 'scribe' }],
  })
  const { data, lines } = await feedback(context, { id: 'one', verdict: 'positive' })
  expect(data).toMatchObject({ agent_id: 'scribe', reputation: expect.any(Number) })
  expect(lines.at(-1)).toMatch(/^reputation [\d.]+ of 100$/)
})

test('a verdict that is recorded is told as one, also where the registry can not be read', async () => {
  const { context, paths } = await commandSpace({
    agents: { writer: {} },
    executions: [{ id: 'one', agent_id: 'writer' }],
  })
  await writeFile(paths.agentsFile, '}')
  const { data, lines, exitCode } = await feedback(context, { id: 'one', verdict: 'positive' })
  expect(data).toMatchObject({
    id: expect.stringMatching(/^feedback-/),
    reputation: null,
    findings: [{ code: 'EXECUTION_PERFORMANCE_NOT_UPDATED', subject: 'writer' }],
  })
  expect(lines[0]).toMatch(/^recorded {3}positive for writer in one/)
  expect(lines[1]).toMatch(/^note {7}This is recorded, but the performance of writer/)
  expect(exitCode ?? 0).toBe(0)
  expect((await readLog(paths)).feedback).toHaveLength(1)
  expect(await readFile(paths.agentsFile, 'utf8')).toBe('}')
})

test('a verdict does not tell that the clock stepped back long before it', async () => {
  const { context, paths } = await commandSpace({
    agents: { writer: {} },
    executions: [
      { id: 'one', agent_id: 'writer', timestamp: '2026-01-02T10:00:00.000Z' },
      { id: 'two', agent_id: 'writer', timestamp: '2026-01-01T10:00:00.000Z' },
    ],
  })
  expect((await readLog(paths)).findings).toMatchObject([{ code: 'EXECUTION_LOG_CLOCK_BACK' }])
  expect((await feedback(context, { id: 'one', verdict: 'positive' })).data).toMatchObject({ findings: [] })
})
