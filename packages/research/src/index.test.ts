import { expect, test } from 'vitest'
import * as research from './index.ts'

test('exports', () => {
  expect(Object.keys(research).sort()).toMatchInlineSnapshot(`
    [
      "addInboxTasks",
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
      "wikiLink",
      "withoutResearch",
      "writeBriefing",
    ]
  `)
})
