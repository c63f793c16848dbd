import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "belowLimit",
      "columns",
      "costText",
      "count",
      "displayWidth",
      "duration",
      "escapedJson",
      "exactScore",
      "grouped",
      "jsonText",
      "nearestBelow",
      "noteCounts",
      "scoreBelow",
      "scoreText",
      "shorten",
      "usedText",
    ]
  `)
})
