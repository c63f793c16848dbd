import { expect, test } from 'vitest'
import { entryOf, threeAgents } from '../__fixtures__/find-space.ts'
import { agentDocument } from './agent-units.ts'

test('a document has the words of everything, parts of names too', () => {
  const document = agentDocument(
    entryOf(threeAgents['gardener'] ?? { description: '' }, 'head-gardener_2'),
    '# Tools\n- spade',
  )
  expect(document.split('\n')).toEqual([
    'head gardener 2',
    'Plants tomatoes and waters flowers',
    'prune roses',
    'cuts old wood',
    'my hedge grows too high',
    'Tools spade',
  ])
})

test('a text that is there twice counts once', () => {
  const skills = [{ id: 'cook', name: 'cook', description: 'Bakes', tags: [] }]
  expect(agentDocument(entryOf({ description: 'Bakes', skills }, 'cook'), undefined)).toBe('cook\nBakes')
})
