import { expect, test } from 'vitest'
import { tools } from './tools.ts'

const hit = { path: 'a.md', title: 'A', type: 'note', score: 0.9, start: 3, snippet: 'Springs.' }

function textOf(name: string, data: unknown): string | undefined {
  return tools.find((tool) => tool.name === name)?.textOf?.({ data, lines: [] })
}

test('a search says also what would explain that something is missing', () => {
  const remark = 'There is no index yet: the files were searched by words. Run `datacortex index`.'
  expect(textOf('search_notes', { results: [], remarks: [remark], index: 'absent' })).toBe(
    `Nothing was found.\n\nNote: ${remark}`,
  )
  expect(textOf('search_notes', { results: [hit], remarks: [], index: 'stale' })).toMatch(
    /^a\.md:3 {2}A {2}\(note, 0\.90\)\nSprings\.\n\nNote: Files changed since/,
  )
  expect(textOf('search_notes', { results: [hit], remarks: [], index: 'fresh' })).not.toContain('Note:')
})

test('that no agent fits is said in words', () => {
  expect(textOf('find_agents', { results: [], min_score: 0.4, best: { id: 'cook', score: 0.23 } })).toBe(
    'No agent of this space fits that. cook comes nearest, with 0.23 below 0.4. Do the task yourself, or ask in other words.',
  )
  expect(textOf('find_agents', { results: [] })).toMatch(/fits that\. Do the task yourself/)
  expect(textOf('find_agents', { results: [{ id: 'cook' }] })).toBe('{"results":[{"id":"cook"}]}')
})
