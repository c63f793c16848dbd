import { expect, test } from 'vitest'
import * as api from './index.ts'
import * as xml from './xml.ts'

test('exports', () => {
  expect(Object.keys({ ...api, ...xml }).sort()).toMatchInlineSnapshot(`
    [
      "calendarDay",
      "decodeEntities",
      "foldText",
      "foldedSpans",
      "isTellingWord",
      "isoDate",
      "oneLine",
      "parseXml",
      "plainText",
      "readFeed",
      "splitFrontMatter",
      "stopWords",
      "textLanguage",
      "utf8Text",
      "withoutEnd",
      "wordSet",
      "wordsOf",
    ]
  `)
})
