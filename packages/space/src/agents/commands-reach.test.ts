import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { runAgent } from './run-agent.ts'
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

test('the tag suggester is reached by its tag, and suggests by the vocabulary of the space', async () => {
  const { paths, work } = await workSpace()
  await writeFile(
    join(dirname(paths.agentsFile), 'tags.yaml'),
    'domains: {oceanography: {yaml: ocean, aliases: [tides]}}\n',
  )
  const text = 'Spring tides fill the harbour. Spring tides follow the moon.'
  expect(await routeTask.run(work, { task: `${text} :AI:tags:` })).toMatchObject({ agent: 'tag-suggester' })
  const run = await runAgent.run(work, { agent: 'tag-suggester', task: text })
  expect(run).toMatchObject({ runner: 'code', status: 'success', text: 'ocean' })
})
