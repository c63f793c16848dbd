import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { registerAgents } from '../chain/change-identities.ts'
import { createAgent } from '../dynamic/create-agent.ts'
import { exportFinderSkill, publishCards } from './publish-agents.ts'

test('a folder that is not absolute is one of the space, and a dry run says so', async () => {
  const { paths, work } = await workSpace({ agents: { writer: {} } })
  const asked = { out: 'public', url: 'https://a.example/', ids: ['writer'] }
  const out = join(paths.root, 'public')
  const files = [join(out, 'agents/writer/.well-known/agent-card.json')]
  const planned = { out, files, written: files, dry_run: true }
  expect(await publishCards.run(work, { ...asked, dry_run: true })).toMatchObject(planned)
  const { dry_run: isDry, ...written } = await publishCards.run(work, asked)
  expect(written).toMatchObject({ out, files, written: files })
  expect(isDry).toBeUndefined()
  expect(await publishCards.run(work, asked)).toMatchObject({ files, written: [] })
  const elsewhere = await exportFinderSkill.run(work, { out: join(paths.root, 'home') })
  expect(elsewhere.written).toEqual([join(paths.root, 'home/.claude/skills/find-agent/SKILL.md')])
})

test('an agent that another one made is published only where somebody says so, and gets no identity on a chain', async () => {
  const { work } = await workSpace({ agents: { writer: {} } })
  await createAgent.run(work, { id: 'poet', parent: 'writer', primer: 'You rhyme.' })
  const asked = { out: 'public', url: 'https://a.example/', ids: ['writer/poet'] }
  const refused = { code: 'DYNAMIC_NOT_EXPORTED', message: expect.stringContaining('writer/poet') }
  await expect(publishCards.run(work, asked)).rejects.toMatchObject(refused)
  await expect(exportFinderSkill.run(work, { ...asked, out: 'home' })).rejects.toMatchObject(refused)
  const { url, ids } = asked
  await expect(registerAgents.run(work, { url, ids })).rejects.toMatchObject(refused)
  expect((await publishCards.run(work, { ...asked, dynamic: true })).files).toEqual([
    expect.stringContaining('agents/writer.poet/'),
  ])
})
