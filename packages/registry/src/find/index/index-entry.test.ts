import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { readRegistry } from '../../file/read/read-registry.ts'
import { type AgentText, agentsOf, findSpace, threeAgents, writeAgents } from '../__fixtures__/find-space.ts'
import { type IndexEntry, indexEntries } from './index-entry.ts'

test('copies of a prompt become one entry that names the others', async () => {
  const paths = await findSpace({
    debugger: { description: 'Finds bugs', source: 'one.md' },
    'team-debugger': { description: 'Finds bugs', source: 'two.md' },
    cook: { description: 'Bakes' },
  })
  for (const file of ['one.md', 'two.md']) await writeFile(join(paths.root, file), 'Look closely.')
  const entries = await entriesIn(paths)
  expect(entries.map(({ agent, cards }) => [agent, cards.map(({ id }) => id)])).toEqual([
    ['debugger', ['debugger', 'team-debugger']],
    ['cook', ['cook']],
  ])
})

test('copies are found by the name of each, and the order of the file says nothing', async () => {
  const copy = { description: 'Finds bugs', source: 'one.md' }
  const agents = { 'z-hunter': { ...copy, name: 'Bug hunter' }, 'a-tracer': { ...copy, name: 'Fault tracer' } }
  const made = async (given: Readonly<Record<string, AgentText>>) => {
    const paths = await findSpace(given)
    await writeFile(join(paths.root, 'one.md'), 'Look closely.')
    return await entriesIn(paths)
  }
  const entries = await made(agents)
  expect(await made(Object.fromEntries(Object.entries(agents).toReversed()))).toEqual(entries)
  expect(entries).toMatchObject([{ agent: 'a-tracer', cards: [{ name: 'Fault tracer' }, { id: 'z-hunter' }] }])
  expect(entries[0]?.document).toMatch(/Bug hunter/)
  expect(entries[0]?.units.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Fault tracer: Finds bugs', 'Bug hunter: Finds bugs']),
  )
})

test('an agent and a component with the same words are two', async () => {
  const entries = await entriesOf({
    one: { name: 'x', description: 'Finds bugs' },
    two: { name: 'x', description: 'Finds bugs', type: 'component' },
  })
  expect(entries.map(({ agent }) => agent)).toEqual(['one', 'two'])
})

test('agents with other triggers, or without a prompt and with other names, are no copies', async () => {
  const entries = await entriesOf({
    one: { description: 'Finds bugs', triggers: { tags: ['a'] } },
    two: { description: 'Finds bugs', triggers: { tags: ['b'] } },
    three: { description: 'Sells' },
    four: { description: 'Sells' },
  })
  expect(entries.map(({ agent }) => agent)).toEqual(['one', 'two', 'three', 'four'])
})

test('copies are found by the tags of each, and one that is not deprecated speaks for them', async () => {
  const sail = { id: 'sail', name: 'sail', description: 'Finds bugs' }
  const [entry, ...others] = await entriesOf({
    old: { description: 'Finds bugs', name: 'debugger', deprecated: true, skills: [{ ...sail, tags: ['sea'] }] },
    new: { description: 'Finds bugs', name: 'debugger', skills: [{ ...sail, tags: ['finance'] }] },
  })
  expect(others).toEqual([])
  expect(entry).toMatchObject({ agent: 'new', cards: [{ notes: [] }, { id: 'old', notes: ['old is deprecated.'] }] })
  expect(entry?.tags).toEqual(expect.arrayContaining(['sea', 'finance']))
})

test('an agent without a word has no share of examples', async () => {
  const [entry] = await entriesOf({ blank: { name: ' ', description: '' } })
  expect(entry).toMatchObject({ agent: 'blank', exampleShare: 0, units: [] })
})

test('examples count by their share, and not at all beside many other texts', async () => {
  const skills = ['a', 'b', 'c'].map((id) => ({ id, name: id, description: `does ${id}`, tags: [] }))
  const entries = await entriesOf({
    cook: { description: 'Bakes', triggers: { examples: ['I am hungry', 'make lunch'] } },
    baker: { description: 'Bakes bread', triggers: { examples: ['a roll please'] }, skills },
    butcher: { description: 'Cuts' },
  })
  expect(entries.map(({ exampleShare }) => exampleShare)).toEqual([2 / 3, 0, 0])
})

test('aliases and removed agents are left out', async () => {
  const entries = await entriesOf({
    cook: { description: 'Bakes' },
    baker: { description: 'Bakes', alias: 'cook' },
    butcher: { description: 'Cuts', removed: true },
  })
  expect(entries.map(({ agent }) => agent)).toEqual(['cook'])
})

test('the prompt is part of what is indexed, and the signature changes with it', async () => {
  const paths = await findSpace({ cook: { description: 'Bakes', source: 'cook.md' } })
  const signatures = []
  for (const prompt of ['# Oven\n- bread', '# Oven\n- bread', '# Oven\n- cake']) {
    await writeFile(join(paths.root, 'cook.md'), `---\nname: cook\n---\n${prompt}`)
    const [entry] = await entriesIn(paths)
    expect(entry?.units.at(-1)).toMatchObject({ kind: 'section' })
    signatures.push(entry?.signature)
  }
  expect(signatures[1]).toBe(signatures[0])
  expect(signatures[2]).not.toBe(signatures[0])
})

test('the signature changes with tags and copies too', async () => {
  const cook: AgentText = { name: 'cook', description: 'Bakes', triggers: { tags: ['home'] } }
  const [plain] = await entriesOf({ cook })
  const [tagged] = await entriesOf({ cook: { ...cook, triggers: { tags: ['kitchen'] } } })
  const [copied] = await entriesOf({ cook, baker: cook })
  expect(new Set([plain, tagged, copied].map((entry) => entry?.signature)).size).toBe(3)
})

test('an aborted signal ends it', async () => {
  const paths = await findSpace()
  const registry = await readRegistry(paths)
  await expect(indexEntries(registry, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
})

async function entriesOf(agents: Readonly<Record<string, AgentText>>): Promise<readonly IndexEntry[]> {
  const paths = await findSpace(threeAgents)
  await writeAgents(paths, agents)
  return await entriesIn(paths)
}

async function entriesIn(paths: SpacePaths): Promise<readonly IndexEntry[]> {
  const { registry, readPrompt } = await agentsOf(paths)
  return await indexEntries(registry, { readPrompt })
}
