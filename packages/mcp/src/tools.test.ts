import { operations } from '@datacortex/space'
import { z } from 'zod'
import { expect, test } from 'vitest'
import { fakeTool } from './__fixtures__/fake-space.ts'
import { groupsOf, listed, ownTools, remoteTools, toolGroups, toolsIn, usualGroups } from './tools.ts'

const names = (tools: ReturnType<typeof ownTools>): readonly string[] => tools.map(({ entry }) => entry.tool)

test('the user of this machine gets what the table offers under MCP, or what only looks', () => {
  const offered = Object.values(operations).filter(({ notAt }) => notAt?.mcp === undefined)
  expect(names(ownTools({ readOnly: false }))).toEqual(offered.map(({ tool }) => tool))
  // An assistant that a page misleads could give itself, or another, instructions.
  expect(names(ownTools({ readOnly: false })).filter((name) => name.startsWith('export_'))).toEqual([])
  const looking = offered.filter(({ isReadOnly, isOpenWorld }) => isReadOnly && isOpenWorld !== true)
  expect(names(ownTools({ readOnly: true }))).toEqual(looking.map(({ tool }) => tool))
})

test('a remote client gets three tools, or all of the rights that somebody gave it', () => {
  expect(Object.fromEntries(remoteTools(undefined).map(({ entry, inputs }) => [entry.tool, inputs]))).toEqual({
    find_agents: ['task'],
    describe_agent: ['agent'],
    run_agent: ['agent', 'task'],
  })
  expect(names(remoteTools(['find']))).toContain('list_agents')
  expect(names(remoteTools(['find']))).not.toContain('append_to_note')
  expect(names(remoteTools(['write']))).toContain('append_to_note')
  expect(remoteTools([])).toEqual([])
  const withheld = Object.values(operations).filter(
    ({ notAt }) => notAt?.http !== undefined || notAt?.mcp !== undefined,
  )
  const all = names(remoteTools(['find', 'run', 'sync', 'read', 'write', 'research', 'discover', 'manage']))
  expect(withheld.filter(({ tool }) => all.includes(tool))).toEqual([])
})

test('agents are found in directories too', async () => {
  const find = ownTools({ readOnly: true }).find(({ entry }) => entry.tool === 'find_agents')
  if (find === undefined) throw new Error('It is not offered.')
  expect((await listed(find)).inputSchema).toHaveProperty('properties.directories')
})

test('every operation of the table can be described to a client, by a name of its own', async () => {
  const tools = await Promise.all(ownTools({ readOnly: false }).map(listed))
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  for (const { name, inputSchema, outputSchema } of tools) {
    expect(name).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
    expect([inputSchema.type, outputSchema.type]).toEqual(['object', 'object'])
  }
})

test('a client sees the inputs that are taken, and learns what may be lost', async () => {
  const input = z.strictObject({ task: z.string().describe('In plain words.'), runner: z.string().optional() })
  const load = async () => await Promise.resolve({ input, output: z.looseObject({ status: z.string() }) })
  const run = { load, isReadOnly: false, isOpenWorld: true, right: 'run' } as const
  expect(await listed(fakeTool('run_agent', { ...run, inputs: ['task'] }))).toEqual({
    name: 'run_agent',
    title: 'run_agent',
    description: 'Does run_agent.',
    inputSchema: {
      type: 'object',
      properties: { task: { type: 'string', description: 'In plain words.' } },
      required: ['task'],
    },
    outputSchema: {
      type: 'object',
      properties: { status: { type: 'string' } },
      required: ['status'],
    },
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  })
  const hint = async (more: Parameters<typeof fakeTool>[1]): Promise<boolean> =>
    (await listed(fakeTool('x', more))).annotations.destructiveHint
  expect(await hint({ isReadOnly: false, right: 'write' })).toBe(false)
  expect(await hint({ isReadOnly: false, right: 'manage' })).toBe(true)
  expect(await hint({ isReadOnly: true, right: 'manage', isOpenWorld: true })).toBe(false)
})

test('every tool says what it answers and what each of its inputs means, in few tokens', async () => {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  const sizeOf = async (tools: ReturnType<typeof ownTools>): Promise<number> =>
    countTokens(JSON.stringify(await Promise.all(tools.map(listed))))
  const every = ownTools({ readOnly: false })
  for (const { name, inputSchema, outputSchema } of await Promise.all(every.map(listed))) {
    const { properties = {} } = inputSchema as { properties?: Record<string, { description?: string }> }
    const silent = Object.entries(properties).filter(([, { description = '' }]) => description === '')
    expect([name, silent, outputSchema.type]).toEqual([name, [], 'object'])
  }
  const sizes = {
    core: await sizeOf(toolsIn(every, ['core'])),
    usual: await sizeOf(toolsIn(every, usualGroups)),
    each: Math.round((await sizeOf(every)) / every.length),
  }
  process.stdout.write(`tokens of tools/list: ${JSON.stringify(sizes)}, ${every.length} tools in all groups\n`)
  expect(sizes.core).toBeLessThanOrEqual(1500)
  expect(sizes.usual).toBeLessThanOrEqual(3500)
  expect(sizes.each).toBeLessThanOrEqual(250)
})

test('each tool is in one group, and clients name those that they want', () => {
  const every = ownTools({ readOnly: false })
  const grouped = toolGroups.flatMap((group) => names(toolsIn(every, [group])))
  expect(grouped.toSorted()).toEqual(names(every).toSorted())
  expect(groupsOf('all')).toEqual(toolGroups)
  expect(groupsOf('log, core')).toEqual(['core', 'log'])
  const expected = {
    log: 'evaluate_run',
    modules: 'list_modules',
    sources: 'search_sources',
    research: 'research_topic',
  }
  for (const [group, tool] of Object.entries(expected)) expect(names(toolsIn(every, [group]))).toContain(tool)
  expect(() => groupsOf('core,nothing')).toThrow('There is no group "nothing"')
})
