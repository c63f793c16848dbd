import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { findAgents } from '../agents/find-agents.ts'
import { listAgents } from '../agents/list-agents.ts'
import { routeTask } from '../agents/route-task.ts'
import { showAgent } from '../agents/show-agent.ts'
import type { Right } from './caller.ts'

test('who may find agents and not read is shown of them what is published', async () => {
  const { paths, work } = await workSpace({
    agents: {
      gull: {
        description: 'Counts birds',
        source: '.datacore/agents/gull.md',
        triggers: { patterns: ['secret pier'], examples: ['count the gulls'] },
        reads: { required: ['diary/secret.md'] },
      },
    },
  })
  await writeFile(join(paths.datacore, 'agents/gull.md'), '# Gull\n\nThe secret word is herring, herring, herring.\n')
  const asked = async (rights: readonly Right[]): Promise<string> => {
    const mine = { ...work, caller: { kind: 'client' as const, rights } }
    const task = 'the secret word herring'
    return JSON.stringify([
      await listAgents.run(mine, {}),
      await showAgent.run(mine, { agent: 'gull' }),
      (await findAgents.run(mine, { task, min_score: 0, explain: true })).results,
      { ...(await routeTask.run(mine, { task: 'go to the secret pier' })), task: '' },
    ])
  }
  const [stranger, reader] = [await asked(['find']), await asked(['find', 'read'])]
  for (const hidden of ['herring', 'gull.md', 'diary', 'secret pier']) {
    expect(stranger).not.toContain(hidden)
    expect(reader).toContain(hidden)
  }
  expect(stranger).toContain('Counts birds')
})
