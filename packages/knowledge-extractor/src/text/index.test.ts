import { expect, test } from 'vitest'
import * as text from './index.ts'

test('exports', () => {
  expect(Object.keys(text).sort()).toMatchInlineSnapshot(`
    [
      "analyseText",
      "contentTerms",
      "cosine",
      "cutWords",
      "dot",
      "findEntities",
      "findQuantities",
      "keyPhrases",
      "quoteFinder",
      "rankAnalysed",
      "rankSentences",
      "roughStem",
      "splitSentences",
      "stopWords",
      "summarise",
      "summariseAnalysed",
      "summariseByMeaning",
      "termVectors",
      "verifyQuote",
      "withDigits",
      "withoutAddresses",
      "words",
    ]
  `)
})
