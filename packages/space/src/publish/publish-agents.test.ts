import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
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
