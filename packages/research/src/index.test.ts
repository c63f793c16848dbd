import { expect, test } from 'vitest'
import * as research from './index.ts'

test('exports', () => {
  expect(Object.keys(research).sort()).toMatchInlineSnapshot(`
    [
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
      "readLinks",
      "readOrg",
      "readReadwise",
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
      "webAddress",
      "wikiLink",
      "withoutResearch",
      "writeBriefing",
    ]
  `)
})
