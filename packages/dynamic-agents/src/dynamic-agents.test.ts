import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { updateRegistry } from '@datacortex/registry'
import { expect, test } from 'vitest'
import { architect, madeSpace } from './__fixtures__/made-space.ts'
import { checkPromotion, demote, promotedAgent, promotedEntry, takePromoted } from './promote.ts'
import type { Loose, Capabilities } from './recipe.ts'
import { listDynamic, resolveDynamic, withDynamic } from './resolve.ts'
import { reserve } from './spending.ts'
import { findOrphans, removeDynamic, restoreTrashed } from './trash.ts'

const coded = (code: string): unknown => expect.objectContaining({ code })

test('an agent is made again from its files alone, three levels deep, and two parents may have children of one id', async () => {
  const { paths, options, create, register } = await madeSpace()
  await register({ architect, helper: architect })
  await create('solver', { capabilities: { tools: ['Read'], reads: ['0-personal/notes/a.md'] } })
  await create('parser', { parent: 'architect/solver', capabilities: { tools: ['Read'] } })
  await create('leaf', { parent: 'architect/solver/parser' })
  await create('solver', { parent: 'helper', primer: 'Another one.' })
  const levels = await resolveDynamic(paths, 'architect/solver/parser/leaf', await options())
  expect(levels?.map(({ path }) => path)).toEqual([
    'architect/solver',
    'architect/solver/parser',
    'architect/solver/parser/leaf',
  ])
  expect(levels?.[0]?.agent).toMatchObject({
    id: 'architect/solver',
    dynamic: { primer: 'You solve equations.', parent: 'architect' },
    entry: { description: 'You solve equations.', runtime: { tools: ['Read'] }, writes: [], spawns: [] },
  })
  const [other] = (await resolveDynamic(paths, 'helper/solver', await options())) ?? []
  expect(other?.recipe.primer).toBe('Another one.')
  const { registry } = await options()
  expect(withDynamic(registry, levels ?? []).agents.has('architect/solver/parser/leaf')).toBe(true)
  expect(await resolveDynamic(paths, 'architect', await options())).toBeUndefined()
})

test('the same content has the same hash, no matter who made it and when', async () => {
  const { paths, options, create } = await madeSpace()
  const tasks = { solve: { input: { type: 'string', maxLength: 5 } } }
  const first = await create('solver', { tasks, now: () => 0, createdBy: 'exec-1' })
  await removeDynamic(paths, ['architect/solver'], { ...(await options()), run: 'dynamic-1' })
  const second = await create('solver', { tasks: { solve: { input: { maxLength: 5, type: 'string' } } } })
  expect(second.recipe.hash).toBe(first.recipe.hash)
  const reference = `architect/solver@${first.recipe.hash.slice(0, 12)}`
  expect((await resolveDynamic(paths, reference, await options()))?.at(-1)?.findings).toEqual([])
  await expect(resolveDynamic(paths, 'architect/solver@00000000', await options())).rejects.toThrow(
    coded('DYNAMIC_HASH_DIFFERS'),
  )
})

const missing: readonly (readonly [string, Loose<Capabilities>])[] = [
  ['tools:Write', { tools: ['Write'] }],
  ['tools:*', { tools: ['*'] }],
  ['spawns:*', { spawns: ['*'] }],
  ['spawns:nobody', { spawns: ['nobody'] }],
  ['spawns:architect', { spawns: ['architect'] }],
  ['reads:0-personal/journal', { reads: ['0-personal/journal'] }],
  ['reads:0-personal/notes/../journal', { reads: ['0-personal/notes/../journal'] }],
  ['reads:/etc/passwd', { reads: ['/etc/passwd'] }],
  ['reads:0-personal/**/*.md', { reads: ['0-personal/**/*.md'] }],
  ['reads:{space}/notes', { reads: ['{space}/notes'] }],
  ['reads:0-personal/notes/link', { reads: ['0-personal/notes/link'] }],
  ['reads:0-personal/notes/out', { reads: ['0-personal/notes/out'] }],
  ['writes:0-personal', { writes: ['0-personal'] }],
  ['sources:pubmed', { sources: ['pubmed'] }],
  ['skills:fly', { skills: ['fly'] }],
  ['components:part', { components: ['part'] }],
]

test.each(missing)('%s is nothing that the parent has', async (capability, capabilities) => {
  const { paths, create } = await madeSpace()
  await mkdir(join(paths.root, '0-personal/journal'))
  await symlink('../journal', join(paths.root, '0-personal/notes/link'))
  await symlink('/etc', join(paths.root, '0-personal/notes/out'))
  const refused = create('solver', { capabilities })
  await expect(refused).rejects.toThrow(coded('DYNAMIC_CAPABILITY_MISSING'))
  await expect(refused).rejects.toThrow(`may not have ${capability}: architect can't give it`)
})

test('what the parent has is given, by names of places too', async () => {
  const { create } = await madeSpace()
  const capabilities = {
    tools: ['Read', 'Bash(git:*)'],
    spawns: ['helper'],
    reads: ['0-personal/notes/**', 'zettel', '0-personal/notes/deep/*.md'],
    writes: ['0-personal/notes/a.md'],
    sources: ['arxiv'],
    skills: ['build'],
  }
  expect((await create('solver', { capabilities })).recipe.capabilities).toMatchObject({
    reads: expect.arrayContaining(['zettel']),
  })
})

test('a parent that lost a capability takes it from its children at once, and `*` is a set', async () => {
  const { paths, options, create, register } = await madeSpace()
  await register({ architect: { ...architect, runtime: { tools: ['*'] } } })
  await create('solver', { capabilities: { tools: ['Anything', '*'] } })
  await create('parser', { parent: 'architect/solver', capabilities: { tools: ['Other'] } })
  await register({ architect: { ...architect, runtime: { tools: ['Anything'] } } })
  const refused = resolveDynamic(paths, 'architect/solver', await options())
  await expect(refused).rejects.toThrow("may not have tools:*: architect can't give it, since its tools are Anything.")
  await expect(resolveDynamic(paths, 'architect/solver/parser', await options())).rejects.toThrow(
    coded('DYNAMIC_CAPABILITY_MISSING'),
  )
  const { runtime: _tools, ...without } = architect
  await register({ architect: without })
  await expect(resolveDynamic(paths, 'architect/solver', await options())).rejects.toThrow(
    coded('DYNAMIC_CAPABILITY_MISSING'),
  )
  expect((await listDynamic(paths, await options())).broken).toMatchObject([{ path: 'architect/solver' }])
})

test('a recipe that somebody edited gains nothing, and keeps its comments and unknown fields', async () => {
  const { paths, options, create } = await madeSpace()
  const { file, recipe } = await create('solver', { capabilities: { tools: ['Read'] } })
  const text = await readFile(file, 'utf8')
  const edited = `# mine\n${text.replace('    primer:', '    colour: blue\n    primer:')}`
  await writeFile(file, edited)
  const [solver] = (await resolveDynamic(paths, 'architect/solver', await options())) ?? []
  expect(solver?.recipe.hash).not.toBe(recipe.hash)
  expect(solver?.findings).toMatchObject([{ code: 'DYNAMIC_RECIPE_EDITED' }])
  expect(await readFile(file, 'utf8')).toBe(edited)
  await writeFile(file, text.replace('- Read', '- Write'))
  await expect(resolveDynamic(paths, 'architect/solver', await options())).rejects.toThrow('may not have tools:Write')
  await writeFile(file, text.replace('limits: {}', 'limits: {depth: 9}'))
  await expect(resolveDynamic(paths, 'architect/solver', await options())).rejects.toThrow(coded('DYNAMIC_LIMIT_ABOVE'))
})

test('a newer schema is refused, that of the proposal is read, and what is no recipe says why', async () => {
  const { paths, options, create } = await madeSpace()
  const { file } = await create('solver')
  const text = await readFile(file, 'utf8')
  const resolved = async (written: string) => {
    await writeFile(file, written)
    return (await resolveDynamic(paths, 'architect/solver', await options()))?.at(-1)
  }
  await expect(resolved(text.replace('schema: 1', 'schema: 2'))).rejects.toThrow(coded('DYNAMIC_SCHEMA_NEWER'))
  await expect(resolved('[')).rejects.toThrow(coded('DYNAMIC_RECIPE_INVALID'))
  await expect(resolved('schema: 1\n__local_agent_registry__: {}\n')).rejects.toThrow('has no solver')
  const proposal = `__local_agent_registry__:
  solver:
    primer: You solve.
    capabilities: [{type: module, name: Read}, {type: spawn, name: helper}]
    task_definitions: {solve: {docstring: Solve it, signature: SolveInputs}}
__local_dataclass_registry__: {SolveInputs: {type: string}}
`
  expect((await resolved(proposal))?.recipe).toMatchObject({
    capabilities: { tools: ['Read'], spawns: ['helper'] },
    tasks: { solve: { description: 'Solve it', input: { type: 'string' } } },
  })
})

test('the parent changed, was renamed, or is gone', async () => {
  const { paths, options, create, register } = await madeSpace()
  await create('solver', { capabilities: { tools: ['Read'] } })
  await register({
    architect: { ...architect, description: 'Restored.' },
    helper: { name: 'Helper', description: '', skills: [] },
  })
  expect((await resolveDynamic(paths, 'architect/solver', await options()))?.at(-1)?.findings).toMatchObject([
    { code: 'DYNAMIC_PARENT_CHANGED' },
  ])
  await register({ builder: architect, architect: { alias: 'builder' } })
  for (const path of ['architect/solver', 'builder/solver'])
    expect((await resolveDynamic(paths, path, await options()))?.at(-1)?.path).toBe('builder/solver')
  expect(await findOrphans(paths, (await options()).registry)).toEqual([])
  await register({ builder: architect })
  expect(await findOrphans(paths, (await options()).registry)).toMatchObject([
    { code: 'DYNAMIC_ORPHAN', message: expect.stringContaining('architect/solver') },
  ])
  expect(await resolveDynamic(paths, 'architect/solver', await options())).toBeUndefined()
})

test.each(['', '..', '.', 'a/b', 'a\\b', '.hidden', 'con', 'a b', 'x'.repeat(65), '~x', 'a.yaml', 'a.'])(
  '%j is no id',
  async (id) => {
    const { create } = await madeSpace()
    await expect(create(id)).rejects.toThrow(coded('DYNAMIC_ID_INVALID'))
  },
)

test('ids that some disks can not tell apart are one', async () => {
  const { paths, options, create } = await madeSpace()
  await create('café')
  for (const other of ['café'.normalize('NFD'), 'Café', 'ｃafé'])
    await expect(create(other), other).rejects.toThrow(coded('DYNAMIC_ID_TAKEN'))
  expect((await resolveDynamic(paths, `architect/${'café'.normalize('NFD')}`, await options()))?.at(-1)?.path).toBe(
    'architect/café',
  )
})

test('limits are inherited, never above those of the parent, and what a child uses counts in all above it', async () => {
  const { paths, options, create, register } = await madeSpace()
  await register({ architect: { ...architect, 'x-limits': { runs: 3, tokens: 100, depth: 2 } } })
  await expect(create('greedy', { limits: { tokens: 101 } })).rejects.toThrow(coded('DYNAMIC_LIMIT_ABOVE'))
  await create('solver', { limits: { concurrency: 1, tokens: 60 } })
  await create('parser', { parent: 'architect/solver' })
  await expect(create('leaf', { parent: 'architect/solver/parser' })).rejects.toThrow(coded('DYNAMIC_LIMIT_ABOVE'))
  const levels = async () =>
    (await resolveDynamic(paths, 'architect/solver/parser', await options()))?.at(-1)?.levels ?? []
  const begin = async (id: string) => await reserve(paths, { id, levels: await levels(), budget: 500 })
  const first = await begin('exec-1')
  expect(first.budget).toBe(60)
  await expect(begin('exec-2')).rejects.toThrow(
    expect.objectContaining({ code: 'DYNAMIC_LIMIT_REACHED', message: expect.stringContaining('concurrency') }),
  )
  await expect(removeDynamic(paths, ['architect/solver'], { ...(await options()), run: 'dynamic-1' })).rejects.toThrow(
    coded('DYNAMIC_IN_USE'),
  )
  await first.settle({ tokens: 10, hasRun: true })
  expect((await begin('exec-2')).budget).toBe(50)
  const [, solver] = await levels()
  // As a killed process leaves it.
  const spent = JSON.parse(await readFile(solver?.spentFile ?? '', 'utf8'))
  for (const { spentFile } of await levels())
    await writeFile(spentFile, JSON.stringify({ ...spent, active: [{ ...spent.active[0], pid: 2 ** 30 }] }))
  await expect(begin('exec-3')).rejects.toThrow('its limit of tokens is reached (60 of 60 are used or set aside)')
})

test('what expired can not be made', async () => {
  const { paths, options, create } = await madeSpace()
  await create('solver', { limits: { expires: '2026-01-01T00:00:00Z' } })
  await expect(resolveDynamic(paths, 'architect/solver', await options())).rejects.toThrow(coded('DYNAMIC_EXPIRED'))
  const early = { ...(await options()), now: () => Date.parse('2025-12-31') }
  expect(await resolveDynamic(paths, 'architect/solver', early)).toHaveLength(1)
})

test('what is removed takes all below it along, and comes back whole', async () => {
  const { paths, options, create } = await madeSpace()
  await create('solver')
  await create('parser', { parent: 'architect/solver' })
  await create('other')
  const removed = await removeDynamic(paths, ['architect'], { ...(await options()), run: 'dynamic-1' })
  expect(removed?.removed.toSorted()).toEqual(['architect/other', 'architect/solver', 'architect/solver/parser'])
  expect((await listDynamic(paths, await options())).agents).toEqual([])
  await create('other')
  expect(await restoreTrashed(paths, 'dynamic-1')).toMatchObject({
    kept: [{ path: expect.stringContaining('other.yaml') }],
  })
  expect((await listDynamic(paths, await options())).agents.map(({ path }) => path)).toEqual([
    'architect/other',
    'architect/solver',
    'architect/solver/parser',
  ])
  expect(await restoreTrashed(paths, '../dynamic-1')).toBeUndefined()
})

test('recipe, agent of the registry, recipe: byte for byte', async () => {
  const { paths, options, create } = await madeSpace()
  const { file } = await create('solver', {
    capabilities: { tools: ['Read'] },
    tasks: { solve: { input: { type: 'string' } } },
  })
  const written = `# kept\n${await readFile(file, 'utf8')}`
  await writeFile(file, written)
  const child = await checkPromotion(paths, 'architect/solver', { ...(await options()), id: undefined })
  const entry = await promotedEntry(paths, child, 'solver')
  await updateRegistry(paths, (editor) => void editor.setAgent('solver', entry))
  await takePromoted(paths, child, { ...entry, 'x-dynamic': { path: child.path, recipe: `${written} ` } })
  // What somebody wrote into it meanwhile stays.
  expect(await readFile(file, 'utf8')).toBe(written)
  await takePromoted(paths, child, entry)
  const { registry } = await options()
  expect(promotedAgent(registry, 'architect/solver')).toMatchObject({
    id: 'solver',
    entry: { runtime: { tools: ['Read'] }, writes: [] },
  })
  expect(await readFile(join(paths.agentsDirectory, 'solver.md'), 'utf8')).toBe('You solve equations.\n')
  const promoted = registry.agents.get('solver')
  if (promoted === undefined) throw new Error('It is not there.')
  await demote(paths, promoted, await options())
  expect(await readFile(file, 'utf8')).toBe(written)
  await create('parser', { parent: 'architect/solver' })
  await updateRegistry(paths, (editor) => void editor.deleteAgent('solver'))
  await expect(checkPromotion(paths, 'architect/solver', { ...(await options()), id: undefined })).rejects.toThrow(
    coded('DYNAMIC_HAS_CHILDREN'),
  )
  const helper = (await options()).registry.agents.get('helper')
  if (helper === undefined) throw new Error('It is not there.')
  await expect(demote(paths, helper, await options())).rejects.toThrow(coded('DYNAMIC_NOT_PROMOTED'))
})

test('a folder that was moved away and back is what it was', async () => {
  const { paths, options, create } = await madeSpace()
  const { file } = await create('solver')
  await rename(file, `${file}.away`)
  await expect(resolveDynamic(paths, 'architect/solver', await options())).rejects.toThrow(coded('DYNAMIC_NOT_FOUND'))
  await rename(`${file}.away`, file)
  expect(await resolveDynamic(paths, 'architect/solver', await options())).toHaveLength(1)
})
