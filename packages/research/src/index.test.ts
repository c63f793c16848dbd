import { expect, test } from 'vitest'
import * as research from './index.ts'

test('exports', () => {
  expect(Object.keys(research).sort()).toMatchInlineSnapshot(`
    [
      "addFound",
      "addInboxTasks",
      "addLinks",
      "briefingSections",
      "converge",
      "createPodcast",
      "deduplicate",
      "documentsByDepth",
      "editTask",
      "escapeMarkdown",
      "listRuns",
      "markdownTable",
      "matchTitles",
      "normaliseUrl",
      "parseUrl",
      "proseAddresses",
      "readOrg",
      "readReadwise",
      "readRun",
      "readSaved",
      "reportRun",
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
      "webAddress",
      "wikiLink",
      "withoutResearch",
      "writeBriefing",
    ]
  `)
})
