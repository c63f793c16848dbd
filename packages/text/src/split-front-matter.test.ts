import { expect, test } from 'vitest'
import { splitFrontMatter } from './split-front-matter.ts'

test.each([
  ['---\na: 1\n---\nBody', 'a: 1\n', 'Body'],
  ['\uFEFF---  \r\na: 1\r\n--- \r\n\r\nBody', 'a: 1\r\n', '\r\nBody'],
  ['---\na: 1\n...', 'a: 1\n', ''],
  ['---\n---\nBody', '', 'Body'],
  ['---\na: |\n  ---\n---\n# Body\n---\n', 'a: |\n  ---\n', '# Body\n---\n'],
])('%j is taken apart', (text, yaml, body) => {
  expect(splitFrontMatter(text)).toEqual({ yaml, body, bodyStart: text.length - body.length })
})

test.each(['', 'Body', '---\na: 1\n', '----\na\n---\n', ' ---\na: 1\n---\n', '---\na: 1\n----\n'])(
  '%j has none',
  (text) => {
    expect(splitFrontMatter(text)).toBeUndefined()
  },
)
