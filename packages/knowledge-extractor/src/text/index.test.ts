import { expect, test } from 'vitest'
import * as text from './index.ts'

test('exports', () => {
  expect(Object.keys(text).sort()).toMatchInlineSnapshot(`
    [
      "analyseText",
      "contentTerms",
      "cosine",
      "dot",
      "findEntities",
      "findQuantities",
      "keyPhrases",
      "quoteFinder",
      "rankSentences",
      "roughStem",
      "splitSentences",
      "summarise",
      "summariseByMeaning",
      "termVectors",
      "verifyQuote",
      "withDigits",
      "words",
    ]
  `)
})
