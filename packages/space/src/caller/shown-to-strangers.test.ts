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

test('agents that are not published are as good as unknown, and take no place of the others', async () => {
  const { work } = await workSpace({
    agents: {
      old: { description: 'Counts gulls on the pier', deprecated: true },
      new: { description: 'Counts gulls on piers and beaches' },
    },
  })
  const stranger = { ...work, caller: { kind: 'client' as const, rights: ['find' as const] } }
  const asked = { task: 'Counts gulls on the pier', top: 1, min_score: 0 }
  expect((await findAgents.run(stranger, asked)).results.map(({ id }) => id)).toEqual(['new'])
  const listed = (await listAgents.run(stranger, {})).agents.map(({ id }) => id)
  expect([listed.includes('new'), listed.includes('old')]).toEqual([true, false])
  await expect(showAgent.run(stranger, { agent: 'old' })).rejects.toMatchObject({ code: 'REGISTRY_AGENT_NOT_FOUND' })
  expect(await showAgent.run(work, { agent: 'old' })).toMatchObject({ id: 'old' })
})
