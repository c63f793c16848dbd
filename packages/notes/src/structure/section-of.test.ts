import { expect, test } from 'vitest'
import { sectionOf, sectionsOf } from './section-of.ts'

test.each([
  ['# A\n## Agent Context\nhere\n### Deeper\nmore\n## B\nno', '## Agent Context\nhere\n### Deeper\nmore'],
  ['# AGENT CONTEXT ##\r\nhere\r\n', '# AGENT CONTEXT ##\nhere'],
  ['```\n## Agent Context\n```\n## Agent Context\n~~~\n## B\n~~~\nend', '## Agent Context\n~~~\n## B\n~~~\nend'],
  ['## Agent Context', '## Agent Context'],
  ['## Agent Contexts\n', undefined],
  ['    ## Agent Context\n', undefined],
  ['````\n```\n## Agent Context\n````', undefined],
  ['', undefined],
  ['A\n===\n\nAgent Context\n---\nhere\n\n### Deeper\n\nB\n-\nno', 'Agent Context\n---\nhere\n\n### Deeper'],
  ['## Agent Context\nhere\n\nB\n===\nno', '## Agent Context\nhere'],
  ['---\nAgent Context\n---\nAgent Context\n--\nhere', 'Agent Context\n--\nhere'],
  ['---\n\nAgent Context\n---\nno', undefined],
  ['- x\nAgent Context\n---\n', undefined],
  ['## Agent Context\n| a |\n| --- |\n\n- x\n---\nend', '## Agent Context\n| a |\n| --- |\n\n- x\n---\nend'],
  ['```\nAgent Context\n---\n```', undefined],
])('%j gives %j', (text, expected) => {
  expect(sectionOf(text, 'Agent Context')?.text).toBe(expected)
})

test('says which lines', () => {
  expect(sectionOf('a\n\n## X\n\nb\n\n## Y', 'x')).toEqual({ text: '## X\n\nb', start: 3, end: 5 })
})

test.each([
  ['Risks', [3, 9]],
  ['risks:9', [9]],
  ['B#Risks', [9]],
  ['Twins#A#Risks', [3]],
  ['A#B', []],
  ['Risks:4', []],
])('of twins %s means those in lines %j', (heading, lines) => {
  const text = '# Twins\n## A\n### Risks\none\n### Other\n\n## B\n\n### Risks\n'
  expect(sectionsOf(text, heading).map(({ start }) => start)).toEqual(lines)
})
