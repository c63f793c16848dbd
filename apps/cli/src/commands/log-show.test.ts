import { expect, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { logShow } from './log.ts'

test('the runs that a run started are shown', async () => {
  const spawned_agents = [{ agent_id: 'editor', execution_id: 'exec-2', status: 'failed' }]
  const { context } = await commandSpace({ executions: [{ id: 'exec-1', agent_id: 'boss', spawned_agents }] })
  const { data, lines } = await logShow(context, { id: 'exec-1' })
  expect(data).toMatchObject({ executions: [{ spawned_agents }] })
  expect(lines).toContain('started    editor  exec-2  failed')
})
