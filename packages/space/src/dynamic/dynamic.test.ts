import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readRegistry, updateRegistry } from '@datacortex/registry'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { findAgents } from '../agents/find-agents.ts'
import { listAgents } from '../agents/list-agents.ts'
import { removeAgents } from '../agents/remove-agents.ts'
import { routeTask } from '../agents/route-task.ts'
import { runAgent } from '../agents/run-agent.ts'
import { showAgent } from '../agents/show-agent.ts'
import { agentContext } from '../agents/agent-context.ts'
import { callerAccess } from '../caller/caller-access.ts'
import type { Caller } from '../caller/caller.ts'
import { runFindings } from '../findings/run-findings.ts'
import { undo } from '../notes/undo.ts'
import type { Work } from '../work.ts'
import { catalogueFor, requireOwnWork } from './catalogue-with.ts'
import { createAgent } from './create-agent.ts'
import { demoteAgent, promoteAgent } from './promote-agents.ts'
import { typedAnswer } from './run-typed.ts'

const architect = {
  runtime: { tools: ['Read'] },
  spawns: ['helper'],
  reads: { required: ['0-personal/notes/**'] },
  writes: ['0-personal/notes/**'],
}
const coded = (code: string): unknown => expect.objectContaining({ code })
const solver = { id: 'solver', parent: 'architect', primer: 'You solve equations.' }

async function madeSpace() {
  return await workSpace({ agents: { architect, helper: {} } })
}

function asAgent(work: Work, id: string, parent = 'exec-1'): Work {
  const caller: Caller = { kind: 'agent', id, chain: [id], parent }
  return { ...work, caller, catalogue: catalogueFor(work, caller) }
}

test('an agent in a run makes children of its own, and of nobody else', async () => {
  const { work } = await madeSpace()
  const { parent: _parent, ...own } = solver
  const made = await createAgent.run(asAgent(work, 'architect'), own)
  expect(made).toMatchObject({ path: 'architect/solver', parent: 'architect', tasks: [] })
  const grandchild = await createAgent.run(asAgent(work, 'architect/solver'), { ...own, id: 'parser' })
  expect(grandchild.path).toBe('architect/solver/parser')
  await expect(createAgent.run(asAgent(work, 'helper'), solver)).rejects.toThrow(coded('DYNAMIC_NOT_THE_PARENT'))
  await expect(createAgent.run(work, own)).rejects.toThrow(coded('CLI_USAGE'))
  const { dynamic } = await showAgent.run(work, { agent: made.reference })
  expect(dynamic).toMatchObject({ created_by: 'exec-1', primer: 'You solve equations.', limits: { depth: 3 } })
})

test('a recipe takes no secret, no unknown kind and no unknown limit', async () => {
  const { paths, work } = await madeSpace()
  await writeFile(join(paths.envDirectory, 'API_KEY'), 'sk-1234567890abcdef')
  await expect(createAgent.run(work, { ...solver, primer: 'Use sk-1234567890abcdef.' })).rejects.toThrow('API_KEY')
  await expect(createAgent.run(work, { ...solver, capabilities: ['magic:x'] })).rejects.toThrow(coded('CLI_USAGE'))
  await expect(createAgent.run(work, { ...solver, limits: { expires: 'soon' } })).rejects.toThrow(coded('CLI_USAGE'))
  await expect(createAgent.run(work, { ...solver, tasks: { '../x': {} } })).rejects.toThrow(coded('CLI_USAGE'))
})

test('who may use them sees them, each after its parent', async () => {
  const { work } = await madeSpace()
  await createAgent.run(work, { ...solver, tasks: { solve: {} } })
  await createAgent.run(work, { ...solver, id: 'parser', parent: 'architect/solver' })
  const pathsFor = async (one: Work) => (await listAgents.run(one, { dynamic: true })).dynamic?.map(({ path }) => path)
  const both = ['architect/solver', 'architect/solver/parser']
  expect(await pathsFor(work)).toEqual(both)
  expect(await pathsFor(asAgent(work, 'architect'))).toEqual(both)
  expect(await pathsFor(asAgent(work, 'architect/solver'))).toEqual(['architect/solver/parser'])
  expect(await pathsFor(asAgent(work, 'helper'))).toEqual([])
  expect(await pathsFor({ ...work, caller: { kind: 'client', rights: ['find', 'read'] } })).toEqual([])
  expect((await listAgents.run(work, {})).dynamic).toBeUndefined()
})

test('it is shown what its reads name, and the tools that manage the space are not its own', async () => {
  const { paths, work } = await madeSpace()
  await createAgent.run(work, { ...solver, capabilities: ['reads:0-personal/notes/tides.md'] })
  const own = asAgent(work, 'architect/solver')
  const access = await callerAccess(own)
  expect(access?.path('0-personal/notes/tides.md')).toBeUndefined()
  expect(access?.path('0-personal/notes/other.md')).toContain('not among the reads of architect/solver')
  expect(access?.path('0-personal/journal/a.md')).toBeDefined()
  const manage = { command: 'agent remove', tool: 'remove_agents', right: 'manage' } as const
  await expect(requireOwnWork(own, manage)).rejects.toThrow('may not have tools:remove_agents')
  await requireOwnWork(own, { ...manage, right: 'write' })
  const clone = asAgent(work, 'architect/~')
  await expect(requireOwnWork(clone, { ...manage, right: 'run' })).rejects.toThrow(coded('DYNAMIC_CLONE_BOUND'))
  await requireOwnWork(clone, { ...manage, isReadOnly: true, right: 'read' })
  expect((await clone.catalogue()).registry.agents.get('architect/~')?.entry).toMatchObject({ spawns: [], writes: [] })
  const { prompt, agent } = await agentContext.run(work, { agent: 'architect/solver', task: 'Solve it.' })
  expect([agent, prompt.startsWith('You solve equations.')]).toEqual(['architect/solver', true])
  expect(await runFindings(work, { catalogue: await work.catalogue() })).toEqual(
    expect.not.arrayContaining([coded('DYNAMIC_ORPHAN')]),
  )
  expect(paths.root).toBeDefined()
})

test('removing a parent removes its children, and undo brings these back', async () => {
  const { work } = await madeSpace()
  await createAgent.run(work, solver)
  expect(await removeAgents.run(work, { ids: ['architect'], dry_run: true })).toMatchObject({
    removed: ['architect'],
    dynamic: ['architect/solver'],
  })
  await expect(removeAgents.run(asAgent(work, 'helper'), { ids: ['architect/solver'], yes: true })).rejects.toThrow(
    coded('DYNAMIC_NOT_THE_PARENT'),
  )
  const { undo: run } = await removeAgents.run(work, { ids: ['architect/solver'], yes: true })
  expect((await listAgents.run(work, { dynamic: true })).dynamic).toEqual([])
  expect(await undo.run(work, { run: run ?? '' })).toMatchObject({ restored: [expect.stringContaining('solver.yaml')] })
  expect((await listAgents.run(work, { dynamic: true })).dynamic).toHaveLength(1)
})

test('who is asked about dynamic agents alone is asked about these', async () => {
  const { work } = await madeSpace()
  await createAgent.run(work, solver)
  await expect(removeAgents.run(work, { ids: ['architect/solver'] })).rejects.toThrow('Remove 1 dynamic agent?')
  await expect(removeAgents.run(work, { ids: ['architect'] })).rejects.toThrow('Take 1 agent out of agents.yaml?')
})

test('what is nested too deep is refused, also where it can not even be written', async () => {
  const { work } = await madeSpace()
  const deep: unknown = JSON.parse(`${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}`)
  const tasks = { solve: { input: deep as object } }
  await expect(createAgent.run(work, { ...solver, tasks } as never)).rejects.toThrow(coded('DYNAMIC_TYPE_INVALID'))
  await createAgent.run(work, { ...solver, tasks: { solve: {} } })
  const run = runAgent.run(work, { agent: 'architect/solver', task: 'solve', input: deep })
  await expect(run).rejects.toThrow(coded('DYNAMIC_INPUT_INVALID'))
})

test('a child is found by what it says of itself, by those who may use it', async () => {
  const { work } = await madeSpace()
  await createAgent.run(work, { ...solver, id: 'gardener', primer: 'You water the roses and prune fruit trees.' })
  const task = 'Water the roses'
  const found = async (one: Work) =>
    (await findAgents.run(one, { task, min_score: 0.9 })).dynamic?.map(({ path }) => path)
  expect(await found(work)).toEqual(['architect/gardener'])
  expect(await found(asAgent(work, 'architect'))).toEqual(['architect/gardener'])
  expect(await found(asAgent(work, 'helper'))).toBeUndefined()
  expect(await found({ ...work, caller: { kind: 'client', rights: ['find'] } })).toBeUndefined()
  expect((await routeTask.run(work, { task, top: 1 })).dynamic).toMatchObject([{ path: 'architect/gardener' }])
  expect((await findAgents.run(work, { task: 'Translate a contract', min_score: 0.9 })).dynamic).toBeUndefined()
})

test('the text of a child is embedded once, until it says something else or its vectors are gone', async () => {
  const { paths, work } = await madeSpace()
  for (const id of ['gardener', 'baker'])
    await createAgent.run(work, { ...solver, id, primer: `You are a ${id} who waters the roses.` })
  const asked: string[] = []
  const openModel: Work['openModel'] = async (...given) => {
    const model = await work.openModel(...given)
    return {
      modelId: model.modelId,
      dimensions: model.dimensions,
      embed: async (texts, options) => {
        asked.push(...texts)
        return await model.embed(texts, options)
      },
      [Symbol.asyncDispose]: async () => await model[Symbol.asyncDispose](),
    }
  }
  const task = 'Water the roses'
  const find = async () => {
    asked.length = 0
    const { dynamic } = await findAgents.run({ ...work, openModel }, { task, min_score: 0.9 })
    expect(dynamic).toHaveLength(2)
    return asked.filter((text) => text !== task)
  }
  expect(await find()).toHaveLength(2)
  expect(await find()).toEqual([])
  expect(asked).toEqual([task])
  const { file } = await showAgent
    .run(work, { agent: 'architect/baker' })
    .then(({ dynamic }) => dynamic ?? { file: '' })
  const recipe = await readFile(join(paths.root, file), 'utf8')
  await writeFile(join(paths.root, file), recipe.replace('a baker who', 'an old baker who'))
  expect(await find()).toEqual([expect.stringContaining('an old baker')])
  await rm(join(paths.cacheDirectory, 'dynamic'), { recursive: true })
  expect(await find()).toHaveLength(2)
})

test('who took the name while the user was asked keeps it', async () => {
  const { paths, work } = await madeSpace()
  await createAgent.run(work, solver)
  const mine = { name: 'Mine', description: 'Was first.', skills: [] }
  const confirm = async (): Promise<boolean> => {
    await updateRegistry(paths, (editor) => void editor.setAgent('solver', mine))
    return true
  }
  const asked: Work = { ...work, ask: { confirm, mayRun: async () => await Promise.resolve(true) } }
  await expect(promoteAgent.run(asked, { agent: 'architect/solver' })).rejects.toThrow(coded('DYNAMIC_ID_TAKEN'))
  expect((await readRegistry(paths)).agents.get('solver')?.entry).toMatchObject(mine)
  expect((await listAgents.run(work, { dynamic: true })).dynamic).toHaveLength(1)
})

test('only the user promotes, and the rights stay those of the child', async () => {
  const { paths, work } = await madeSpace()
  const { file } = await createAgent.run(work, { ...solver, capabilities: ['tools:Read'] })
  const before = await readFile(join(paths.root, file), 'utf8')
  const promote = { agent: 'architect/solver', yes: true }
  await expect(promoteAgent.run(asAgent(work, 'architect'), promote)).rejects.toThrow(coded('DYNAMIC_NOT_THE_USER'))
  await expect(promoteAgent.run(work, { agent: 'architect/solver' })).rejects.toThrow(coded('CLI_ANSWER_NEEDED'))
  expect(await promoteAgent.run(work, promote)).toMatchObject({ id: 'solver', rights: { tools: ['Read'] } })
  expect(await showAgent.run(work, { agent: 'architect/solver' })).toMatchObject({ id: 'solver', writes: [] })
  expect((await callerAccess(asAgent(work, 'solver')))?.path('0-personal/notes/a.md')).toBeDefined()
  expect(await demoteAgent.run(work, { agent: 'solver', yes: true })).toMatchObject({ path: 'architect/solver' })
  expect(await readFile(join(paths.root, file), 'utf8')).toBe(before)
})

test('a task is found by its name, and its input is checked before anybody runs', async () => {
  const { work } = await madeSpace()
  const tasks = { solve: { input: { type: 'object', required: ['a'], properties: { a: { type: 'number' } } } } }
  await createAgent.run(work, { ...solver, tasks })
  const run = async (task: string, input?: unknown) =>
    await runAgent.run(work, { agent: 'architect/solver', task, ...(input === undefined ? {} : { input }) })
  await expect(run('solve', { a: 'x' })).rejects.toThrow('is not valid at /a: must be number')
  await expect(run('solve')).rejects.toMatchObject({
    code: 'DYNAMIC_INPUT_INVALID',
    hint: 'datacortex agent show architect/solver prints the JSON Schema of each task; give one by --input.',
  })
  await expect(run('sovle')).rejects.toThrow(coded('DYNAMIC_TASK_UNKNOWN'))
  await expect(runAgent.run(work, { agent: 'helper', task: 'help', input: 1 })).rejects.toThrow(
    coded('DYNAMIC_TASK_UNKNOWN'),
  )
  await expect(run('solve', { a: 1 })).rejects.toThrow(coded('RUNNER_NOT_CONFIGURED'))
})

test('an answer that does not fit is repaired once, or is an error with its place', async () => {
  const ran = { execution_id: 'exec-1', status: 'success', findings: [], text: '{"value": "seven"}' } as never
  const task = { name: 'solve', definition: { output: { type: 'object', properties: { value: { type: 'number' } } } } }
  const asked: string[] = []
  const again = (text: string) => async (repair: string) => {
    asked.push(repair)
    return await Promise.resolve({ ...(ran as object), execution_id: 'exec-2', text } as never)
  }
  expect(await typedAnswer(ran, task, again('{"value": 7}'))).toMatchObject({
    execution_id: 'exec-2',
    result: { value: 7 },
  })
  expect(asked[0]).toContain('not valid at /value: must be number')
  const failed = typedAnswer(ran, task, again('seven'))
  await expect(failed).rejects.toThrow(
    expect.objectContaining({
      code: 'DYNAMIC_OUTPUT_INVALID',
      details: { task: 'solve', path: '/', execution: 'exec-2' },
    }),
  )
})
