import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { routeTask } from './route-task.ts'

test.each([
  ['/research tides', 'research-orchestrator'],
  ['/search spring tides', 'research-orchestrator'],
  ['/ingest file.pdf', 'ingest-orchestrator'],
  ['/podcast of the report on tides', 'podcast-creator'],
])('a command of DIP-0021 reaches its agent, whatever else its words say: %s', async (task, agent) => {
  const { work } = await workSpace()
  expect(await routeTask.run(work, { task })).toMatchObject({ agent })
})
