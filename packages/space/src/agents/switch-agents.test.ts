import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { type Space, openSpace } from '../space.ts'

const agents = {
  writer: { description: 'Writes about tides', triggers: { tags: [':AI:tides:'] }, spawns: ['painter'] },
  painter: { description: 'Paints walls', spawns: ['writer'] },
}

async function opened(): Promise<Space> {
  const { paths } = await workSpace({ agents, settings: { runners: { default: 'none' } } })
  const space = await openSpace(paths.root, {
    isTrusted: true,
    bundledDirectory: fileURLToPath(new URL('../../../../plugins', import.meta.url)),
  })
  onTestFinished(async () => await space[Symbol.asyncDispose]())
  return space
}

const off = { code: 'REGISTRY_AGENT_DISABLED' }
const found = async (space: Space, task: string): Promise<readonly string[]> =>
  (await space.find({ task, min_score: 0, top: 50 })).results.map(({ id }) => id)

test('a disabled agent is not found, routed to, run or published, and says so where it is looked up', async () => {
  const space = await opened()
  const { root } = space.paths
  expect(await found(space, 'tides')).toContain('writer')
  const ids = ['writer', 'research-orchestrator']
  expect(await space.agents.disable({ ids })).toMatchObject({ changed: ids, disabled: ids })
  expect(await space.agents.disable({ ids: ['writer'] })).toMatchObject({ changed: [], disabled: ids })
  expect(await found(space, 'writes about tides, researches topics')).not.toEqual(expect.arrayContaining(['writer']))
  expect(await found(space, 'research a topic')).not.toContain('research-orchestrator')
  expect((await space.route({ task: 'tides :AI:tides:' })).candidates.map(({ agent }) => agent)).not.toContain('writer')
  for (const id of ids) {
    await expect(Promise.resolve(space.run({ agent: id, task: 'tides' }))).rejects.toMatchObject(off)
    await expect(Promise.resolve(space.context({ agent: id, task: 'tides' }))).rejects.toMatchObject(off)
  }
  const asked = { out: 'public', url: 'https://a.example/' }
  const { written } = await space.publish.cards(asked)
  expect(written).toEqual([join(root, 'public/agents/painter/.well-known/agent-card.json')])
  await expect(Promise.resolve(space.publish.cards({ ...asked, ids: ['writer'] }))).rejects.toMatchObject(off)
  const { agents: listed, counts } = await space.agents.list({})
  expect(listed.filter(({ disabled }) => disabled).map(({ id }) => id)).toEqual(ids)
  expect(counts.disabled).toBe(2)
  expect(await space.agents.show({ agent: 'writer' })).toMatchObject({ id: 'writer', disabled: true })
  const { findings } = await space.doctor({})
  expect(findings.filter(({ code }) => code === 'AGENT_DISABLED').map(({ subject }) => subject)).toEqual(ids)
  // What names it still names an agent.
  expect(findings.map(({ code }) => code)).not.toContain('RELATION_DANGLING')
  const { agents: count } = await space.status({})
  expect(await space.agents.enable({ ids: ['writer'] })).toMatchObject({ changed: ['writer'], disabled: [ids[1]] })
  expect(await found(space, 'tides')).toContain('writer')
  expect((await space.status({})).agents).toBe(Number(count) + 1)
})

test('what is switched stands in the settings of the space, and a name that nobody has is refused', async () => {
  const space = await opened()
  const { settingsLocalFile } = space.paths
  await writeFile(settingsLocalFile, '# mine\nfind:\n  min_score: 0.3\n')
  await space.agents.disable({ ids: ['painter'], dry_run: true })
  expect(await readFile(settingsLocalFile, 'utf8')).not.toContain('painter')
  await space.agents.disable({ ids: ['painter'] })
  expect(await readFile(settingsLocalFile, 'utf8')).toBe(
    '# mine\nfind:\n  min_score: 0.3\nagents:\n  disabled:\n    - painter\n',
  )
  await expect(Promise.resolve(space.agents.disable({ ids: ['panter'] }))).rejects.toMatchObject({
    code: 'REGISTRY_AGENT_NOT_FOUND',
    hint: 'Did you mean painter?',
  })
  // One that was taken out is not refused, and a disabled one can be taken out.
  await space.agents.remove({ ids: ['painter'], yes: true })
  expect(await space.agents.enable({ ids: ['painter'] })).toMatchObject({ disabled: [] })
})

test('agents that come with the program are published by name alone', async () => {
  const space = await opened()
  const asked = { out: 'public', url: 'https://a.example/', dry_run: true }
  const count = async (more: object): Promise<number> => (await space.publish.cards({ ...asked, ...more })).files.length
  expect(await count({})).toBe(2)
  expect(await count({ ids: ['research-orchestrator'] })).toBe(1)
  expect((await space.publish.catalog(asked)).files).toHaveLength(1)
})
