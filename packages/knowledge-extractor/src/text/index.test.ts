import { expect, test } from 'vitest'
import * as text from './index.ts'

test('exports', () => {
  expect(Object.keys(text).sort()).toMatchInlineSnapshot(`
    [
      "bodySentences",
      "contentTerms",
      "findEntities",
      "findQuantities",
      "plainMarkdown",
      "quoteFinder",
      "rankSentences",
      "readStatement",
      "splitSentences",
      "statementComparer",
      "summarise",
      "withDigits",
    ]
  `)
})
