import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "agentFilter",
      "appendToLog",
      "componentTexts",
      "costsOf",
      "evaluate",
      "examineEntries",
      "examineHooks",
      "examinePrivacy",
      "examineRunners",
      "executionError",
      "giveFeedback",
      "keepVersions",
      "loadContext",
      "newLogId",
      "noteDiscovery",
      "placesOf",
      "planRun",
      "pluginRunner",
      "readLog",
      "readSecretValues",
      "recoverRuns",
      "refuseExecutionId",
      "reportedLeftOut",
      "runAgent",
      "tryRunner",
      "unkeptOf",
      "updatePerformance",
      "versionsOf",
      "withClones",
      "writeBounds",
    ]
  `)
})
