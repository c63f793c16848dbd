import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "ContextSpaceUnknownError",
      "EvaluationInvalidError",
      "ExecutionEntryInvalidError",
      "ExecutionIdInvalidError",
      "ExecutionIdTakenError",
      "ExecutionLogUnreadableError",
      "ExecutionTimeoutError",
      "ExecutionUnknownError",
      "PrivacyPatternRefusedError",
      "RunnerFailedError",
      "RunnerInputClosedError",
      "RunnerInputRefusedError",
      "RunnerInputUnreadableError",
      "RunnerNotConfiguredError",
      "RunnerUnavailableError",
      "RunnerUnknownError",
      "SelfEvaluationError",
      "SkillUnknownError",
      "agentScreen",
      "appendToLog",
      "computePerformance",
      "evaluate",
      "examineHooks",
      "examinePrivacy",
      "examineRunners",
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
