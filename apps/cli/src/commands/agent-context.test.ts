import { expect, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { agentContext } from './agent-context.ts'
import { agentRun } from './agent-run.ts'

test.each(['', ' \n'])('the task %j is refused before anybody is looked for', async (task) => {
  const { context } = await commandSpace()
  const refused = expect.objectContaining({ code: 'CLI_TASK_EMPTY' })
  await expect(agentContext(context, { agent: 'writer', task })).rejects.toThrowError(refused)
  await expect(agentRun(context, { agent: 'writer', task, calledBy: 'user' })).rejects.toThrowError(refused)
})
