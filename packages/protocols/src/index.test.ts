import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "NostrEvent",
      "checkEvent",
      "definitionSlug",
      "definitionTags",
      "deletionsIn",
      "isFuture",
      "kinds",
      "latestDefinitions",
      "newest",
      "readDefinition",
      "tagOf",
      "tagsOf",
    ]
  `)
})
