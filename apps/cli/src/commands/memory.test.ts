import { expect, onTestFinished, test, vi } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import type { Context } from '../context.ts'
import { embed } from './embed.ts'
import { memoryConfirm, memoryList, memoryRetract, memoryShow } from './memory.ts'

type Said = { readonly text: string; readonly agent?: string; readonly type?: string }

async function memories(...records: readonly Said[]): Promise<{
  readonly ids: readonly string[]
  readonly context: Context
}> {
  const { context } = await commandSpace({ agents: { writer: {}, critic: {} } })
  const ids: string[] = []
  for (const record of records) ids.push(Object((await embed(context, record)).data).id)
  return { ids, context }
}

const listed = async (context: Context, options = {}): Promise<readonly string[]> => {
  const { data } = await memoryList(context, { limit: 20, ...options })
  return Object(data).memories.map(({ summary }: { readonly summary: string }) => summary)
}

function inRunOf(agent: string): void {
  vi.stubEnv('DATACORTEX_CHAIN', agent)
  onTestFinished(() => void vi.stubEnv('DATACORTEX_CHAIN', ''))
}

test('memories are listed, the newest first, narrowed, and those that ended if asked for', async () => {
  const { context, ids } = await memories(
    { text: 'One.', agent: 'writer' },
    { text: 'Two.', type: 'insight' },
    { text: 'Three.' },
  )
  expect(await listed(context)).toEqual(['Three.', 'Two.', 'One.'])
  expect(await listed(context, { limit: 1 })).toEqual(['Three.'])
  expect((await memoryList(context, { limit: 1 })).lines.at(-1)).toContain('memory list --limit 10')
  expect(await listed(context, { agent: 'writer' })).toEqual(['One.'])
  expect(await listed(context, { type: 'insight' })).toEqual(['Two.'])
  expect(await listed(context, { since: '1h' })).toHaveLength(3)
  expect((await memoryList(context, { limit: 20, since: '2999-01-01' })).lines[0]).toBe('no memories that fit')
  expect((await memoryList((await memories()).context, { limit: 20 })).lines[0]).toBe('no memories yet')
  await memoryRetract(context, { id: ids[1] ?? '', reason: 'a test' })
  expect(await listed(context)).toEqual(['Three.', 'One.'])
  expect(await listed(context, { all: true })).toEqual(['Three.', 'Two.', 'One.'])
  const { data, lines } = await memoryShow(context, { id: ids[1] ?? '' })
  expect(data).toMatchObject({ status: 'retracted', retraction: 'a test' })
  expect(lines).toContainEqual(expect.stringMatching(/^status +retracted: a test$/))
})

test('confirmed and retracted: once each, not in a dry run, by the id of a hit too', async () => {
  const { context, ids } = await memories({ text: 'One.' })
  const [id = ''] = ids
  expect((await memoryConfirm(context, { id, dryRun: true })).data).toMatchObject({ changed: false, dry_run: true })
  expect((await memoryConfirm(context, { id: `memory:${id}` })).data).toMatchObject({
    id,
    status: 'confirmed',
    changed: true,
  })
  expect((await memoryConfirm(context, { id })).data).toMatchObject({ id, status: 'confirmed', changed: false })
  expect((await memoryRetract(context, { id, dryRun: true })).data).toMatchObject({ changed: false, dry_run: true })
  expect((await memoryRetract(context, { id })).data).toMatchObject({ id, status: 'retracted', changed: true })
  expect((await memoryRetract(context, { id })).data).toMatchObject({ id, status: 'retracted', changed: false })
  expect((await memoryConfirm(context, { id })).lines).toEqual([`unchanged  ${id} is retracted already`])
  await expect(memoryShow(context, { id: 'mem-x' })).rejects.toMatchObject({ code: 'MEMORY_UNKNOWN' })
})

test('in its run an agent retracts its own memories alone, and confirms none', async () => {
  const { context, ids } = await memories({ text: 'One.', agent: 'writer' }, { text: 'Two.' })
  const [own = '', other = ''] = ids
  inRunOf('writer')
  const refused = { code: 'CLI_MEMORY_OF_OTHERS' }
  await expect(memoryConfirm(context, { id: own })).rejects.toMatchObject(refused)
  await expect(memoryRetract(context, { id: other })).rejects.toMatchObject(refused)
  expect((await memoryRetract(context, { id: own })).data).toMatchObject({ changed: true })
})
