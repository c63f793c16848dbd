export { openTasks } from './briefing/open-tasks.ts'
export {
  type BriefingParts,
  type CostRow,
  type OpenTask,
  type ReputationMove,
  needs,
  renderBriefing,
} from './briefing/render-briefing.ts'
export { nightshiftError } from './errors.ts'
export { type TimedNight, type TimerKind, type TimerPlan, timerPlan, usualTimer } from './install/timer-files.ts'
export { type NightRecord, nightDates, noteEvent, readNight } from './night/night-journal.ts'
export { type NightLimits, nightLimits } from './night/night-limits.ts'
export type { Assignment, NightBudget, NightEvent, NightPorts, Outcome, TaskReport } from './night/night-ports.ts'
export { type NightResult, runNight } from './night/run-night.ts'
export { type ScannedTasks, scanTasks } from './night/scan-tasks.ts'
export { workJobs } from './night/work-jobs.ts'
export { type MeantTask, asOpen, asQueued, changeTask, taskIn } from './tasks/change-task.ts'
export { localDay, orgDay } from './tasks/org-time.ts'
export { type OrgTask, readTasks } from './tasks/org-task.ts'
export type { WaitingTask } from './tasks/plan-tasks.ts'
