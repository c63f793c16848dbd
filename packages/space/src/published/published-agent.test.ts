import type { FoundAgent } from '@datacortex/registry/find'
import type { RegisteredAgent } from '@datacortex/registry'
import { expect, test } from 'vitest'
import { publishedAgent } from './published-agent.ts'
import { shownMatch } from './shown-match.ts'

const skill = { id: 'a', name: '\u202e', description: 'b\u0007', tags: [], examples: ['c\u009b'] }

function agentOf(entry: Partial<RegisteredAgent['entry']>): RegisteredAgent {
  return { id: 'one', module: undefined, entry: { name: 'One', description: 'Does it', skills: [], ...entry } }
}

test('texts lose what disguises them, and an agent without a name is called by its id', () => {
  const { entry } = publishedAgent(
    agentOf({ name: 'x\u202egnp.exe', skills: [skill], triggers: { examples: ['d\u001b'] } }),
  )
  expect(entry.name).toBe('xgnp.exe')
  expect(entry.skills).toEqual([{ ...skill, name: 'a', description: 'b', examples: ['c'] }])
  expect(entry.triggers?.examples).toEqual(['d'])
  expect(publishedAgent(agentOf({ name: ' \u200f ' })).entry.name).toBe('one')
})

test.each([
  ['description', 'matched'],
  ['example', 'matched'],
  ['section', 'Does it'],
  ['learned', 'Does it'],
  ['trigger', 'Does it'],
])('a text that is its %s is shown as %s', (kind, shown) => {
  const found: FoundAgent = {
    id: 'one',
    name: 'One',
    description: '',
    score: 1,
    skills: [],
    matched: 'matched',
    matched_kind: kind,
    module: null,
  }
  expect(shownMatch(found, agentOf({}))).toBe(shown)
})
