import { expect, test } from 'vitest'
import * as nightshift from './index.ts'

test('exports', () => {
  expect(Object.keys(nightshift).sort()).toMatchInlineSnapshot(`
    [
      "asOpen",
      "asQueued",
      "changeTask",
      "localDay",
      "needs",
      "nightDates",
      "nightLimits",
      "nightshiftError",
      "noteEvent",
      "openTasks",
      "orgDay",
      "readNight",
      "readTasks",
      "renderBriefing",
      "runNight",
      "scanTasks",
      "taskIn",
      "timerPlan",
      "usualTimer",
      "workJobs",
    ]
  `)
})
