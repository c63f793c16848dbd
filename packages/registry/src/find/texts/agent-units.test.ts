import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryOf, threeAgents } from '../__fixtures__/find-space.ts'
import { agentUnits, isExample } from './agent-units.ts'

const { gardener, lawyer } = threeAgents

test('an agent is its name with its description, its skills, examples and sections', () => {
  if (gardener === undefined) throw new Error('No gardener.')
  const units = agentUnits(entryOf(gardener), '# Tools\n- spade\n- rake')
  expect(units.map(({ kind, text, skillId }) => [kind, text, skillId])).toEqual([
    ['identity', 'gardener: Plants tomatoes and waters flowers', undefined],
    ['description', 'Plants tomatoes and waters flowers', undefined],
    ['skill', 'gardener: prune roses: cuts old wood', 'prune'],
    ['example', 'my hedge grows too high', undefined],
    ['section', 'Tools: spade, rake', undefined],
  ])
})

test('patterns become words', () => {
  if (lawyer === undefined) throw new Error('No lawyer.')
  expect(agentUnits(entryOf(lawyer, 'lawyer'), undefined).at(-1)).toMatchObject({
    kind: 'trigger',
    text: 'sue landlord',
  })
  const patterns = ['regist(er|ry)', '(fix|mend) it', 'analy(?:se|ze).*url', 'कोड.*समीक्षा(एँ)?']
  expect(
    agentUnits(entryOf({ description: '', triggers: { patterns } }, 'x'), undefined).map(({ text }) => text),
  ).toEqual(['x', 'register', 'fix mend it', 'analyse url', 'कोड समीक्षाएँ'])
  const marked = ['(?i)url', '/release notes?/i', '(?P<what>deploy)', '/docs/']
  expect(
    agentUnits(entryOf({ description: '', triggers: { patterns: marked } }, 'x'), undefined).map(({ text }) => text),
  ).toEqual(['x', 'url', 'release notes', 'deploy', 'docs'])
})

test('learned sentences come after the examples, unless they are among them', () => {
  const entry = entryOf({ description: 'Bakes', triggers: { examples: ['I am hungry'] } }, 'cook')
  const units = agentUnits(entry, undefined, { learned: ['Feed me', 'I am  hungry'] })
  expect(units.filter(isExample).map(({ kind, text }) => [kind, text])).toEqual([
    ['example', 'I am hungry'],
    ['learned', 'Feed me'],
  ])
})

test('parts of a description that name nothing are no texts', () => {
  const units = agentUnits(entryOf({ description: 'All of this; bread.' }, 'cook'), undefined)
  expect(units.map(({ text }) => text)).toEqual(['cook: All of this; bread.', 'All of this; bread.', 'bread'])
})

test('an agent without a description is its name', () => {
  expect(agentUnits(entryOf({ description: '' }, 'cook'), undefined)).toMatchObject([
    { kind: 'identity', text: 'cook' },
  ])
})

test('a skill that an importer made of the description is not counted again', () => {
  const skills = [{ id: 'cook', name: 'cook', description: 'Bakes', tags: [] }]
  const units = agentUnits(entryOf({ description: 'Bakes', skills }, 'cook'), undefined)
  expect(units.map(({ kind }) => kind)).toEqual(['identity', 'description'])
})

test('units are short, few and different, whatever the prompt is', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 200 }), { maxLength: 80 }), (lines) => {
      const body = lines.map((line, index) => `# Heading ${index % 5}\n${line.repeat(9)}`).join('\n')
      const units = agentUnits(entryOf({ description: 'Bakes' }), body)
      expect(new Set(units.map(({ text }) => text)).size).toBe(units.length)
      expect(units.filter(({ kind }) => kind === 'section').length).toBeLessThanOrEqual(24)
      for (const { text } of units) expect(text.length).toBeLessThanOrEqual(1000)
    }),
    { numRuns: 30 },
  )
})
