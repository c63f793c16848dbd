import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { route } from './route.ts'

const agents = { two: { triggers: { tags: [':AI:two:'] } }, other: {} }

test('tags of the command and of each line count', async () => {
  const { paths, context } = await commandSpace({ agents })
  const file = join(paths.root, 'tasks')
  await writeFile(file, '{"query": "zz", "tags": ":AI:two:"}\n{"query": "zz", "tags": ["AI", "two"], "gold": "two"}\n')
  const said: unknown[] = []
  const routed = await route(context, { queries: file, top: 5 })
  if (!(Symbol.asyncIterator in routed)) throw new Error('It is no answer to many.')
  for await (const answer of routed) said.push(answer)
  expect(said).toMatchObject(Array.from({ length: 2 }, () => ({ task: 'zz', agent: 'two', via: 'tag' })))
  expect(await route(context, { task: 'zz', tags: [':AI:two:', ':nothing:'], top: 5 })).toMatchObject({
    data: { agent: 'two', via: 'tag' },
  })
})

test('--confirm remembers words, so tags are refused', async () => {
  const { context } = await commandSpace({ agents })
  const confirmed = { confirm: 'two', top: 5 }
  const refused = async (task: string, more: object = {}): Promise<unknown> =>
    await Promise.resolve(route(context, { ...confirmed, task, ...more })).then(
      () => 'done',
      ({ code, message }) => `${code}: ${message}`,
    )
  expect(await refused('feed the cat', { tags: [':AI:two:'] })).toMatch(/^CLI_USAGE: .*--tags would be lost/)
  const wordless =
    'CLI_TASK_WORDLESS: The task ":AI:two:" has no words beside its tags, and --confirm remembers tasks by their words. Nothing was remembered.'
  expect(await refused(':AI:two:')).toBe(wordless)
  expect(await refused(':AI:two:', { dryRun: true })).toBe(wordless)
  expect(await refused(' ')).toMatch(/^CLI_TASK_EMPTY/)
  expect(await refused('feed the cat :AI:two:', { dryRun: true })).toBe('done')
})
