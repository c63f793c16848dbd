import { expect, test } from 'vitest'
import { entryOf, threeAgents } from '../__fixtures__/find-space.ts'
import { agentTags, normaliseTag } from './agent-tags.ts'

test('tags of skills and triggers count, compound ones by their parts too', () => {
  expect(agentTags(entryOf(threeAgents['gardener'] ?? { description: '' }))).toEqual([
    ':home:outside:',
    'home',
    'outside',
    'garden',
  ])
})

test('case and # make no difference', () => {
  const triggers = { tags: ['#AI', 'ai', ' Research ', ''] }
  expect(agentTags(entryOf({ description: '', triggers }))).toEqual(['ai', 'research'])
  expect(normaliseTag('#Research ')).toBe('research')
  expect(normaliseTag('Pru\u0308fung')).toBe('prüfung')
  expect(normaliseTag('ŞEHİR')).toBe('şehir')
})
