import { expect, test } from 'vitest'
import * as nightshift from './index.ts'

test('exports', () => {
  expect(Object.keys(nightshift).sort()).toMatchInlineSnapshot(`
    [
      "asOpen",
      "changeTask",
      "kindsOf",
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
      "timerPlan",
      "usualTimer",
      "workJobs",
    ]
  `)
})
