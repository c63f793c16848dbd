import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ExportedAs, exportedAs } from '@datacortex/importers'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { registerAgents, updateIdentities } from '../chain/change-identities.ts'
import { createAgent } from '../dynamic/create-agent.ts'
import { publishOnNostr } from '../nostr/publish-on-nostr.ts'
import type { Work } from '../work.ts'
import {
  type Published,
  exportAgentFiles,
  exportFinderSkill,
  publishCards,
  publishCatalog,
  publishRegistrations,
} from './publish-agents.ts'

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

test('only the user by hand chooses a folder outside of the space', async () => {
  const { paths, work } = await workSpace({ agents: { writer: {} } })
  const assistant: Work = { ...work, caller: { kind: 'user', isAssistant: true } }
  const asked = { url: 'https://a.example/', ids: ['writer'] }
  const outside = join(paths.root, '../public')
  for (const out of ['../public', outside])
    await expect(publishCards.run(assistant, { ...asked, out })).rejects.toMatchObject({
      code: 'PLATFORM_PATH_REFUSED',
    })
  expect((await publishCards.run(assistant, { ...asked, out: 'public' })).written).toHaveLength(1)
  expect((await publishCards.run(work, { ...asked, out: outside, dry_run: true })).written).toHaveLength(1)
})

const needsEntry = ['identities', 'update', 'nostr']
const asked = { out: 'public', url: 'https://a.example/', ids: ['writer/poet'] }
const { out: _out, ...unwritten } = asked
const filesOf = (assistant: ExportedAs) => ({ host: assistant, out: 'home' })
const exportsOf: Readonly<Record<string, (work: Work) => PromiseLike<unknown>>> = {
  cards: (work) => publishCards.run(work, asked),
  catalogue: (work) => publishCatalog.run(work, asked),
  registrations: (work) => publishRegistrations.run(work, asked),
  ...Object.fromEntries(
    exportedAs.map((one) => [one, (work: Work) => exportAgentFiles.run(work, { ...filesOf(one), ids: asked.ids })]),
  ),
  identities: (work) => registerAgents.run(work, unwritten),
  update: (work) => updateIdentities.run(work, unwritten),
  nostr: (work) => publishOnNostr.run(work, { ids: asked.ids }),
}

async function madeSpace(): Promise<Awaited<ReturnType<typeof workSpace>>> {
  const made = await workSpace({ agents: { writer: { source: 'writer.md' } } })
  await writeFile(join(made.paths.root, 'writer.md'), 'You write.')
  await createAgent.run(made.work, { id: 'poet', parent: 'writer', primer: 'You rhyme.' })
  return made
}

test.each(Object.entries(exportsOf))('an agent that another one made is refused by name: %s', async (kind, run) => {
  const { paths, work } = await madeSpace()
  await expect(Promise.resolve(run(work))).rejects.toMatchObject({
    code: 'DYNAMIC_NOT_EXPORTED',
    message: expect.stringContaining('writer/poet'),
    hint: expect.stringMatching(
      needsEntry.includes(kind) ? /^Promote it first: .* writer\/poet$/ : /^Add --dynamic, or/,
    ),
  })
  expect(await readdir(paths.root)).not.toEqual(expect.arrayContaining(['public', 'home']))
})

test('it is published where somebody says so, and among all agents never', async () => {
  const { work } = await madeSpace()
  const { ids: _all, ...everybody } = asked
  const isNamed = async (published: Pick<Published, 'written'>) =>
    (await Promise.all(published.written.map(async (file) => `${file} ${await readFile(file, 'utf8')}`)))
      .join(' ')
      .includes('poet')
  expect(await isNamed(await publishCards.run(work, everybody))).toBe(false)
  expect(await isNamed(await publishCatalog.run(work, everybody))).toBe(false)
  expect(await isNamed(await publishRegistrations.run(work, everybody))).toBe(false)
  expect(await isNamed(await exportAgentFiles.run(work, filesOf('claude-plugin')))).toBe(false)
  expect(await isNamed(await exportFinderSkill.run(work, { out: 'home' }))).toBe(false)
  const dynamic = { ...asked, dynamic: true }
  expect((await publishCards.run(work, dynamic)).files).toEqual([expect.stringContaining('agents/writer.poet/')])
  expect(await isNamed(await publishCatalog.run(work, dynamic))).toBe(true)
  expect(await isNamed(await publishRegistrations.run(work, dynamic))).toBe(true)
  const files = { ...filesOf('claude'), ids: asked.ids, dynamic: true }
  expect(await isNamed(await exportAgentFiles.run(work, files))).toBe(true)
})
