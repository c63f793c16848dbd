import { expect, test } from 'vitest'
import * as text from './index.ts'

test('exports', () => {
  expect(Object.keys(text).sort()).toMatchInlineSnapshot(`
    [
      "contentTerms",
      "cosine",
      "dot",
      "findEntities",
      "findQuantities",
      "quoteFinder",
      "rankSentences",
      "roughStem",
      "splitSentences",
      "summarise",
      "termVectors",
      "withDigits",
    ]
  `)
})
