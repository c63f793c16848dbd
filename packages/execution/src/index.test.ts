import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "agentScreen",
      "appendToLog",
      "computePerformance",
      "evaluate",
      "examineHooks",
      "examinePrivacy",
      "examineRunners",
      "executionError",
      "giveFeedback",
      "loadContext",
      "newLogId",
      "planRun",
      "privacyOf",
      "readLog",
      "recoverRuns",
      "refuseExecutionId",
      "runAgent",
      "runChecks",
      "toldLeftOut",
      "unkeptOf",
      "updatePerformance",
      "writeBounds",
    ]
  `)
})
