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
export { type TimerPlan, timerPlan, usualTimer } from './install/timer-files.ts'
export { type NightRecord, nightDates, noteEvent, readNight } from './night/night-journal.ts'
export { type NightLimits, nightLimits } from './night/night-limits.ts'
export type { NightBudget, NightPorts, Outcome, TaskReport } from './night/night-ports.ts'
export { runNight } from './night/run-night.ts'
export { type ScannedTasks, scanTasks } from './night/scan-tasks.ts'
export { kindsOf, workJobs } from './night/work-jobs.ts'
export { asOpen, changeTask } from './tasks/change-task.ts'
export { localDay, orgDay } from './tasks/org-time.ts'
export { type OrgTask, readTasks } from './tasks/org-task.ts'
