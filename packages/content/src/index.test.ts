import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api)).toMatchInlineSnapshot(`
    [
      "isSamePage",
      "isSameSite",
      "trackingParameters",
      "trackingPrefixes",
      "decodeText",
      "fenceFor",
      "invisibleFinding",
      "mailField",
      "mailSubject",
      "markdownBlocks",
      "neutraliseMarkdown",
      "oneLine",
      "safeLink",
      "sanitiseText",
      "sniffContentType",
      "contentError",
      "htmlMarkdown",
      "pageAnchors",
      "readPage",
    ]
  `)
})
