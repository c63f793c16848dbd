import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { agentFind } from './agent-find.ts'
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

test('many tasks are not answered one by one where no agent can be read', async () => {
  const { paths, context } = await commandSpace({ agents })
  await writeFile(paths.agentsFile, '}')
  const broken = { code: 'REGISTRY_YAML_INVALID' }
  await expect(route(context, { queries: join(paths.root, 'tasks'), top: 5 })).rejects.toMatchObject(broken)
  await expect(agentFind(context, { queries: join(paths.root, 'tasks'), top: 5 })).rejects.toMatchObject(broken)
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

test('--forget takes back what was confirmed', async () => {
  const { context } = await commandSpace({ agents })
  const said = async (more: object): Promise<unknown> => {
    const routed = await route(context, { task: 'feed the cat', top: 5, ...more })
    return Symbol.asyncIterator in routed ? undefined : routed
  }
  const task = 'feed the cat'
  expect(await said({ forget: true })).toEqual({
    data: { agent: null, task, forgotten: false, findings: [] },
    lines: ['unknown    nothing was confirmed for this task'],
  })
  await said({ confirm: 'other' })
  expect(await said({ forget: true, dryRun: true })).toMatchObject({
    data: { agent: 'other', task, forgotten: false, dry_run: true },
  })
  expect(await said({})).toMatchObject({ data: { agent: 'other', rule: { kind: 'confirmed' } } })
  expect(await said({ forget: true, tags: [':AI:'] })).toEqual({
    data: { agent: 'other', task, forgotten: true, findings: [] },
    lines: ['forgotten  this task belongs to other no longer'],
  })
  expect(await said({ forget: true })).toMatchObject({ data: { forgotten: false } })
  for (const more of [{ confirm: 'other' }, { task: undefined, queries: '-' }])
    await expect(said({ forget: true, ...more })).rejects.toMatchObject({ code: 'CLI_USAGE' })
})

test('what was confirmed for a task with tags that decide first is routed', async () => {
  const { context } = await commandSpace({
    agents: { ...agents, gone: { removed: true, note: 'It is gone.', triggers: { tags: [':AI:gone:'] } } },
  })
  const routed = async (task: string, more: object = {}): Promise<unknown> => {
    const confirmed = await route(context, { task, confirm: 'other', top: 5, ...more })
    return Symbol.asyncIterator in confirmed ? undefined : [confirmed.data, confirmed.lines.at(-1)]
  }
  const finding = {
    code: 'ROUTER_TAGS_FIRST',
    message: 'With its tags the task still goes to two, because :AI:two: decides first.',
  }
  expect(await routed('feed the cat :AI:two:')).toEqual([
    expect.objectContaining({ remembered: 'added', findings: [expect.objectContaining(finding)] }),
    expect.stringContaining(`note       ${finding.message}`),
  ])
  expect(await routed('feed the dog :AI:two:', { dryRun: true })).toEqual([
    expect.objectContaining({ remembered: null, findings: [expect.objectContaining(finding)] }),
    'dry run      nothing was changed',
  ])
  expect(await routed('feed the cow :AI:gone:')).toEqual([
    expect.objectContaining({
      remembered: 'added',
      findings: [expect.objectContaining({ code: 'ROUTER_TAGS_FIRST' })],
    }),
    expect.stringContaining('The agent "gone" was removed: It is gone.'),
  ])
  for (const task of ['feed the hen', 'two', 'feed the cat :home:'])
    expect(await routed(task)).toMatchObject([{ findings: [] }, expect.not.stringContaining('note')])
})

test('confirmed tasks that could not be read are routed where they might have decided', async () => {
  const { paths, context } = await commandSpace({ agents })
  await mkdir(paths.stateDirectory, { recursive: true })
  await writeFile(join(paths.stateDirectory, 'routings.jsonl'), '{"torn\n'.repeat(9))
  const routed = async (task: string): Promise<unknown> => {
    const routed = await route(context, { task, top: 5 })
    return Symbol.asyncIterator in routed ? undefined : routed.data
  }
  const line = (number: number): object => ({
    code: 'ROUTER_ROUTING_LINE',
    message: expect.stringContaining(`${number}`),
  })
  expect(await routed('two')).toMatchObject({ agent: 'two', findings: [line(1), line(2), line(3)] })
  expect(await routed('zz :AI:two:')).toMatchObject({ agent: 'two', findings: [] })
})
