export { ExecutionIdTakenError } from './errors.ts'
export type { Finding } from '@datacortex/errors'
export type { Execution } from './log/execution-record.ts'
export { ExecutionEntryInvalidError, ExecutionLogUnreadableError } from './errors.ts'
export { appendToLog } from './log/append-to-log.ts'
export type { Evaluation, EvaluationScores, FeedbackEvent, Verdict } from './log/log-entries.ts'
export { newLogId } from './log/new-log-id.ts'
export { readLog } from './log/read-log.ts'
export type { LogView } from './log/read-log.ts'
export { agentScreen } from './context/agent-screen.ts'
export type { PrivacyScreen } from './context/privacy-screen.ts'
export { loadContext } from './context/load-context.ts'
export type { LoadedContext } from './context/load-context.ts'
export { examinePrivacy } from './context/examine-privacy.ts'
export { examineHooks } from './hooks/examine-hooks.ts'
export { privacyOf } from './context/privacy.ts'
export type { Privacy } from './context/privacy.ts'
export { ContextSpaceUnknownError, PrivacyPatternRefusedError } from './errors.ts'
export { EvaluationInvalidError, ExecutionUnknownError, SelfEvaluationError } from './errors.ts'
export { evaluate } from './evaluations/evaluate.ts'
export { giveFeedback } from './evaluations/give-feedback.ts'
export { computePerformance } from './performance/compute-performance.ts'
export { updatePerformance } from './performance/update-performance.ts'
export type { OutputCheck } from './checks/output-check.ts'
export { writeBounds } from './checks/write-bounds.ts'
export { runChecks } from './checks/run-checks.ts'
export {
  ExecutionIdInvalidError,
  ExecutionTimeoutError,
  RunnerFailedError,
  RunnerInputClosedError,
  RunnerInputRefusedError,
  RunnerInputUnreadableError,
  RunnerNotConfiguredError,
  RunnerUnavailableError,
  RunnerUnknownError,
  SkillUnknownError,
} from './errors.ts'
export { refuseExecutionId } from './run/marker/refuse-execution-id.ts'
export { unkeptOf } from './run/answer/unkept-of.ts'
export { toldLeftOut } from './run/told-left-out.ts'
export { recoverRuns } from './run/marker/recover-runs.ts'
export type { BuiltinRunner } from './runners/choose-runner.ts'
export type { AgentRun, RunAgentOptions } from './run/run-agent-options.ts'
export { runAgent } from './run/run-agent.ts'
export type { RunProgress } from './run/run-progress.ts'
export { examineRunners } from './runners/examine-runners.ts'
export { planRun } from './run/plan-run.ts'
export type { RunPlan } from './run/plan-run.ts'
