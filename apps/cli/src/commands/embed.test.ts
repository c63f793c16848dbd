import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { embed } from './embed.ts'
import { memoryList } from './memory.ts'

async function spaceWithClosed() {
  const { paths, context } = await commandSpace({
    agents: { writer: {} },
    settings: { privacy: { paths: { 'shut/**': 'secret' } } },
  })
  await mkdir(join(paths.root, 'shut'))
  await writeFile(join(paths.root, 'shut/plan.md'), 'The plan.')
  const kept = async (given: Parameters<typeof embed>[1]): Promise<string> =>
    Object((await embed(context, given)).data).id
  const closed = await kept({ text: 'The plan is good.', source: 'shut/plan.md', topic: 'plan' })
  const open = await kept({ text: 'The plan is good!!', agent: 'writer', topic: 'plan' })
  return { context, closed, open, kept }
}

test('an agent is not told by embed which closed files and memories there are, and replaces none of them', async () => {
  const { context, closed } = await spaceWithClosed()
  const record = { text: 'New.', type: 'insight' }
  vi.stubEnv('DATACORTEX_CHAIN', 'writer')
  for (const dryRun of [undefined, true] as const) {
    for (const source of ['shut/plan.md', 'shut/none.md'])
      await expect(embed(context, { ...record, source, dryRun })).rejects.toMatchObject({
        code: 'CLI_USAGE',
        message: `There is no file ${source} in the space.`,
      })
    for (const supersedes of [closed, 'mem-2026-01-01-001'])
      await expect(embed(context, { ...record, supersedes, dryRun })).rejects.toMatchObject({
        code: 'MEMORY_UNKNOWN',
        details: { id: supersedes },
      })
  }
  vi.unstubAllEnvs()
  expect(await embed(context, { ...record, source: 'shut/plan.md', dryRun: true })).toMatchObject({
    data: { dry_run: true },
  })
})

test('of an open memory an agent is not told which closed ones it is tied to', async () => {
  const { context, closed, open, kept } = await spaceWithClosed()
  const by = await kept({ text: 'The plan is bad.', source: 'shut/plan.md', topic: 'plan', supersedes: open })
  expect((await memoryList(context, { limit: 9, all: true })).data).toMatchObject({
    memories: [{ id: by, supersedes: open }, { id: open, superseded_by: by }, { id: closed }],
  })
  vi.stubEnv('DATACORTEX_CHAIN', 'writer')
  const { data } = await memoryList(context, { limit: 9, all: true })
  vi.unstubAllEnvs()
  expect(data).toMatchObject({ memories: [{ id: open, status: 'superseded' }] })
  expect(JSON.stringify(data)).not.toContain(by)
  expect(JSON.stringify(data)).not.toContain(closed)
})

test('a dry run refuses to replace a memory that holds no more, or is none', async () => {
  const { context, closed, open, kept } = await spaceWithClosed()
  await kept({ text: 'The plan is bad.', topic: 'plan', supersedes: open })
  const record = { text: 'New.', type: 'insight', dryRun: true } as const
  await expect(embed(context, { ...record, supersedes: open })).rejects.toMatchObject({
    code: 'MEMORY_SUPERSEDE_REFUSED',
  })
  await expect(embed(context, { ...record, supersedes: 'mem-x' })).rejects.toMatchObject({ code: 'MEMORY_UNKNOWN' })
  expect(await embed(context, { ...record, supersedes: `memory:${closed}` })).toMatchObject({ data: { dry_run: true } })
})
