import { expect, test } from 'vitest'
import * as research from './index.ts'

test('exports', () => {
  expect(Object.keys(research).sort()).toMatchInlineSnapshot(`
    [
      "approveMcpSource",
      "checkCommand",
      "converge",
      "createPodcast",
      "deduplicate",
      "defaultSources",
      "documentsByDepth",
      "hasMcpApproval",
      "isMcpApproved",
      "listRuns",
      "matchTitles",
      "mcpCommand",
      "normaliseUrl",
      "openSources",
      "parseUrl",
      "proseAddresses",
      "readOrg",
      "readRun",
      "renderReport",
      "researchPlaces",
      "researchQueue",
      "resumeResearch",
      "revokeMcpSource",
      "runQueue",
      "runResearch",
      "saveAsZettel",
      "searchEverything",
      "showRun",
      "synthesise",
      "takeSnapshot",
      "titleKey",
      "withoutResearch",
    ]
  `)
})
