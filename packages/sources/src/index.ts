export { openSources } from './open-sources.ts'
export type { AskedSearch, Sources } from './open-sources.ts'
export { readSourceWants } from './read-sources.ts'
export type { RegisteredSource } from './read-sources.ts'
export { defaultSources } from './default-sources.ts'
export { isSwitchedOff } from './eligibility.ts'
export type { SkippedSource } from './eligibility.ts'
export { Budget, budgetWords } from './budget.ts'
export type { BudgetLimit, BudgetLimits, Reservation, Spent } from './budget.ts'
export {
  approveMcpSource,
  checkCommand,
  hasMcpApproval,
  isMcpApproved,
  mcpCommand,
  revokeMcpSource,
} from './mcp/mcp-approval.ts'
