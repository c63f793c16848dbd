import type { AgentEntry, RegisteredAgent } from '@datacortex/registry'
import { expect, test } from 'vitest'
import { knownTags } from './known-tags.ts'

test('tags of the most agents come first, compound ones by their parts', () => {
  const agents = new Map([
    agentWith('a', [':AI:research:', 'tides']),
    agentWith('b', ['#Research']),
    agentWith('c', ['zinc', 'research', 'tides']),
  ])
  expect(knownTags({ agents }, 3)).toEqual(['research', 'tides', 'ai'])
})

function agentWith(id: string, tags: readonly string[]): readonly [string, RegisteredAgent] {
  const entry: AgentEntry = { name: id, description: id, skills: [], triggers: { tags } }
  return [id, { id, entry, module: undefined }]
}
