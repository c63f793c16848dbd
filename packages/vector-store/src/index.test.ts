import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "isUnspaced",
      "meantQuery",
      "openCollection",
      "partPattern",
      "rowModels",
      "rowsEpoch",
      "splitWord",
      "unspacedLetters",
    ]
  `)
})
