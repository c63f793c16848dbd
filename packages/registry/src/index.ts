export type {
  AgentEntry,
  AgentErc8004,
  AgentPayment,
  AgentPerformance,
  AgentReads,
  AgentSkill,
  AgentTriggers,
} from './agent-entry.ts'
export { AgentNotFoundError, AliasCycleError, RegistryInvalidError, RegistryYamlInvalidError } from './errors.ts'
export type { Finding } from './finding.ts'
