import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "DirectoryCache",
      "alikeFinding",
      "alikeIn",
      "askDirectories",
      "askOrigin",
      "directoryError",
      "importRefusal",
      "inDirectory",
      "isPublishedAddress",
      "isRefused",
      "lineDifference",
      "localNames",
      "openPublishedFinder",
      "publishedResults",
      "reportOf",
    ]
  `)
})
