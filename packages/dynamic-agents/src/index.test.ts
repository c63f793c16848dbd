import { expect, test } from 'vitest'
import * as api from './index.ts'

test('the exports', () => {
  expect(Object.keys(api)).toMatchInlineSnapshot(`
    [
      "LimitsSchema",
      "taskName",
      "toolsOf",
      "createDynamicAgent",
      "dynamicError",
      "checkPromotion",
      "demote",
      "promotedAgent",
      "promotedEntry",
      "promotedRecipe",
      "takePromoted",
      "listDynamic",
      "resolveDynamic",
      "withDynamic",
      "reserve",
      "findOrphans",
      "findRecipe",
      "pathsBelow",
      "removeDynamic",
      "restoreTrashed",
      "checkType",
      "jsonInAnswer",
      "typeProblem",
    ]
  `)
})
