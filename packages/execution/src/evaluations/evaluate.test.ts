import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { execution } from '../log/__fixtures__/execution.ts'
import { appendToLog } from '../log/append-to-log.ts'
import { readLog } from '../log/read-log.ts'
import { registrySpace } from './__fixtures__/registry-space.ts'
import { evaluate } from './evaluate.ts'
import { giveFeedback } from './give-feedback.ts'

const scores = { task_completion: 95, output_quality: 88, efficiency: 72 }
const now = (): Date => new Date('2025-12-21T10:20:00Z')

async function spaceWithRun(agent = 'writer'): Promise<SpacePaths> {
  const paths = await registrySpace()
  await appendToLog(paths, { executions: [execution('exec-1', { agent_id: agent })] })
  return paths
}

test('an agent evaluates a run of another one', async () => {
  const paths = await spaceWithRun()
  const { evaluation: made, findings } = await evaluate(
    paths,
    {
      execution_id: 'exec-1',
      evaluator_agent: 'critic',
      scores,
      tags: ['research', 'research'],
      notes: 'Good: but slow',
    },
    { now },
  )
  expect(made).toEqual({
    id: expect.stringMatching(/^eval-2025-12-21-\w{10}$/) as unknown,
    evaluator_agent: 'critic',
    evaluated_agent: 'writer',
    execution_id: 'exec-1',
    timestamp: '2025-12-21T10:20:00.000Z',
    scores,
    tags: ['research'],
    notes: 'Good: but slow',
  })
  expect(findings).toEqual([])
  expect((await readLog(paths)).evaluations).toEqual([made])
})

test.each([
  ['the agent itself', 'writer', 'writer', 'EXECUTION_SELF_EVALUATION'],
  ['the agent by its alias', 'writer', 'scribe', 'EXECUTION_SELF_EVALUATION'],
  ['the agent that ran under its alias', 'scribe', 'writer', 'EXECUTION_SELF_EVALUATION'],
  ['an agent that is not there', 'writer', 'nobody', 'REGISTRY_AGENT_NOT_FOUND'],
  ['an agent that was removed', 'writer', 'gone', 'REGISTRY_AGENT_REMOVED'],
])('refuses as evaluator %s', async (_name, ran, evaluator, code) => {
  const paths = await spaceWithRun(ran)
  const refused = evaluate(paths, { execution_id: 'exec-1', evaluator_agent: evaluator, scores })
  await expect(refused).rejects.toMatchObject({ code })
  expect((await readLog(paths)).evaluations).toEqual([])
})

test('a person may evaluate; an unknown execution and bad scores are refused', async () => {
  const paths = await spaceWithRun()
  await evaluate(paths, { execution_id: 'exec-1', evaluator_agent: 'user', scores })
  const unknown = evaluate(paths, { execution_id: 'exec-9', evaluator_agent: 'user', scores })
  await expect(unknown).rejects.toMatchObject({ code: 'EXECUTION_UNKNOWN' })
  const bad = { ...scores, efficiency: 101, output_quality: Number.NaN }
  await expect(
    evaluate(paths, { execution_id: 'exec-1', evaluator_agent: 'user', scores: bad, tags: [''] }),
  ).rejects.toThrowErrorMatchingInlineSnapshot(
    `[CodedError: This evaluation can't be recorded: output_quality is NaN, not a number from 0 to 100; efficiency is 101, not a number from 0 to 100; a tag is empty or too long.]`,
  )
  expect((await readLog(paths)).evaluations).toHaveLength(1)
})

test('feedback shows in the execution, and the latest holds', async () => {
  const paths = await spaceWithRun()
  await giveFeedback(paths, { execution_id: 'exec-1', verdict: 'negative' }, { now })
  const revised = { execution_id: 'exec-1', verdict: 'revised', note: 'Title' } as const
  const { feedback: made } = await giveFeedback(paths, revised, { now })
  expect(made).toMatchObject({ agent_id: 'writer', verdict: 'revised', note: 'Title' })
  const { executions, feedback } = await readLog(paths)
  expect(executions[0]?.quality.user_feedback).toBe('revised')
  expect(feedback.map(({ verdict }) => verdict)).toEqual(['revised', 'negative'])
  await expect(giveFeedback(paths, { execution_id: 'exec-9', verdict: 'positive' })).rejects.toMatchObject({
    code: 'EXECUTION_UNKNOWN',
  })
  await expect(giveFeedback(paths, { execution_id: 'exec-1', verdict: 'great' as 'positive' })).rejects.toMatchObject({
    code: 'EXECUTION_EVALUATION_INVALID',
  })
})

test('secrets of the space in what is said of a run are not logged', async () => {
  const paths = await spaceWithRun()
  await mkdir(paths.envDirectory, { recursive: true })
  await writeFile(join(paths.envDirectory, 'API_KEY'), 'sk/abc+1234567')
  const secret = {
    code: 'EXECUTION_SECRET_CONCEALED',
    subject: 'exec-1',
    message: 'What was said of exec-1 held a secret, which is not logged: API_KEY.',
  }
  const said = { execution_id: 'exec-1', evaluator_agent: 'critic', scores, tags: ['sk/abc+1234567'] }
  const evaluated = await evaluate(paths, { ...said, notes: 'It shows sk/abc+1234567' })
  expect(evaluated).toMatchObject({
    evaluation: { notes: 'It shows [secret API_KEY]', tags: ['[secret API_KEY]'] },
    findings: [secret],
  })
  const note = String.raw`It printed "sk\/abc+1234567"`
  const given = await giveFeedback(paths, { execution_id: 'exec-1', verdict: 'negative', note })
  expect(given).toMatchObject({ feedback: { note: 'It printed "[secret API_KEY]"' }, findings: [secret] })
  expect(JSON.stringify(await readLog(paths))).not.toContain('abc+')
})
