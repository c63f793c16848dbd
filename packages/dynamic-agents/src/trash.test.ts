import { rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { architect, madeSpace } from './__fixtures__/made-space.ts'
import { listDynamic, resolveDynamic } from './resolve.ts'
import { reserve } from './spending.ts'
import { findOrphans, removeDynamic, restoreTrashed } from './trash.ts'

const coded = (code: string): unknown => expect.objectContaining({ code })

test('of several that are to be removed none is while one of them runs', async () => {
  const { paths, options, create, register } = await madeSpace()
  await register({ architect, helper: architect })
  await create('solver')
  await create('busy', { parent: 'helper' })
  const levels = (await resolveDynamic(paths, 'helper/busy', await options()))?.at(-1)?.levels ?? []
  const { settle } = await reserve(paths, { id: 'exec-1', levels, budget: undefined })
  const remove = async () =>
    await removeDynamic(paths, ['architect/solver', 'helper/busy'], { ...(await options()), run: 'dynamic-1' })
  await expect(remove()).rejects.toThrow(coded('DYNAMIC_IN_USE'))
  expect((await listDynamic(paths, await options())).agents).toHaveLength(2)
  await settle({ tokens: 0, hasRun: true })
  expect((await remove())?.removed).toEqual(['architect/solver', 'helper/busy'])
  expect((await restoreTrashed(paths, 'dynamic-1'))?.kept).toEqual([])
  expect((await listDynamic(paths, await options())).agents).toHaveLength(2)
})

test.each(['{', '{}', '{"runs":-5,"tokens":0,"usd":0,"active":[]}'])(
  'what was used up and reads %j now is not taken for nothing',
  async (text) => {
    const { paths, options, create } = await madeSpace()
    await create('solver', { limits: { runs: 1 } })
    const levels = (await resolveDynamic(paths, 'architect/solver', await options()))?.at(-1)?.levels ?? []
    const begin = async () => await reserve(paths, { id: 'exec-1', levels, budget: undefined })
    await (await begin()).settle({ tokens: 0, hasRun: true })
    await writeFile(levels.at(-1)?.spentFile ?? '', text)
    await expect(begin()).rejects.toThrow(coded('DYNAMIC_SPENT_UNREADABLE'))
    const removed = removeDynamic(paths, ['architect/solver'], { ...(await options()), run: 'dynamic-1' })
    await expect(removed).rejects.toThrow(coded('DYNAMIC_SPENT_UNREADABLE'))
  },
)

test('what a child costs counts in its parent, and where the money is spent nobody below begins', async () => {
  const { paths, options, create, register } = await madeSpace()
  await register({ architect: { ...architect, 'x-limits': { usd: 1 } } })
  await expect(create('rich', { limits: { usd: 2 } })).rejects.toThrow(coded('DYNAMIC_LIMIT_ABOVE'))
  for (const id of ['solver', 'other']) await create(id, { limits: { usd: 0.9 } })
  const begin = async (path: string) => {
    const levels = (await resolveDynamic(paths, path, await options()))?.at(-1)?.levels ?? []
    return await reserve(paths, { id: `exec-${path}`, levels, budget: undefined })
  }
  await (await begin('architect/solver')).settle({ tokens: 0, usd: 0.9, hasRun: true })
  await expect(begin('architect/solver')).rejects.toThrow('architect/solver')
  await (await begin('architect/other')).settle({ tokens: 0, usd: 0.2, hasRun: true })
  await expect(begin('architect/other')).rejects.toThrow(coded('DYNAMIC_LIMIT_REACHED'))
})

test('the command by which orphans are removed can be pasted, however somebody called their folder', async () => {
  const { paths, options, create } = await madeSpace()
  const { file } = await create('solver')
  await rename(dirname(file), join(dirname(file), '..', 'my folder'))
  expect((await findOrphans(paths, (await options()).registry))[0]?.hint).toMatch(/agent remove 'my folder\/solver'$/)
})
