import { expect, test } from 'vitest'
import { titleOf } from './title-of.ts'

test.each([
  ["---\ntitle: 'Given'\n---\n\n# Heading", 'Given'],
  ['---\ntags: [a]\n---\n\n#  Heading  #\n', 'Heading'],
  ['Text\n\n---\ntitle: Not front matter\n---\n', 'name'],
  ['## Second level only', 'name'],
  ['', 'name'],
])('%j', (text, expected) => {
  expect(titleOf(text, 'folder/name.md')).toBe(expected)
})
