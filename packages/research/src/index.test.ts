import { expect, test } from 'vitest'
import * as research from './index.ts'

test('exports', () => {
  expect(Object.keys(research).sort()).toMatchInlineSnapshot(`
    [
      "converge",
      "createPodcast",
      "deduplicate",
      "documentsByDepth",
      "listRuns",
      "matchTitles",
      "normaliseUrl",
      "parseUrl",
      "proseAddresses",
      "readOrg",
      "readRun",
      "researchError",
      "researchPlaces",
      "researchQueue",
      "resumeResearch",
      "runQueue",
      "runResearch",
      "saveAsZettel",
      "searchEverything",
      "showRun",
      "titleKey",
      "withoutResearch",
    ]
  `)
})
