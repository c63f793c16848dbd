import { expect, test } from 'vitest'
import * as research from './index.ts'

test('exports', () => {
  expect(Object.keys(research).sort()).toMatchInlineSnapshot(`
    [
      "Budget",
      "LandscapeInvalidError",
      "McpFailedError",
      "McpNotApprovedError",
      "ResearchRunBrokenError",
      "ResearchRunBusyError",
      "ResearchRunUnknownError",
      "ResearchTimeOverError",
      "ResultNotSavedError",
      "SourceCodeFailedError",
      "SourceMisconfiguredError",
      "SourceTimeoutError",
      "approveMcpSource",
      "converge",
      "createPodcast",
      "deduplicate",
      "defaultSources",
      "documentsByDepth",
      "isMcpApproved",
      "listRuns",
      "matchTitles",
      "mcpCommand",
      "normaliseUrl",
      "openSources",
      "parseUrl",
      "readOrg",
      "readRun",
      "readSources",
      "researchQueue",
      "resumeResearch",
      "runQueue",
      "runResearch",
      "saveAsZettel",
      "searchEverything",
      "showRun",
      "textForEar",
      "titleKey",
      "verifyEvidence",
    ]
  `)
})
