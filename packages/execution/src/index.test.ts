import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "agentScreen",
      "appendToLog",
      "evaluate",
      "examineHooks",
      "examinePrivacy",
      "examineRunners",
      "executionError",
      "giveFeedback",
      "loadContext",
      "newLogId",
      "planRun",
      "readLog",
      "recoverRuns",
      "refuseExecutionId",
      "runAgent",
      "toldLeftOut",
      "unkeptOf",
      "updatePerformance",
      "writeBounds",
    ]
  `)
})
