import { expect, test } from 'vitest'
import { agentContext } from './agent-context.ts'
import { agentRun } from './agent-run.ts'

const context = {
  root: '/nowhere',
  json: true,
  signal: new AbortController().signal,
  onProgress: () => {},
}

test.each(['', ' \n'])('the task %j is refused before anything is opened', async (task) => {
  const refused = expect.objectContaining({ code: 'CLI_TASK_EMPTY' })
  await expect(agentContext(context, { id: 'writer', task, expand: 0 })).rejects.toThrowError(refused)
  await expect(agentRun(context, { id: 'writer', task, calledBy: 'user' })).rejects.toThrowError(refused)
})
