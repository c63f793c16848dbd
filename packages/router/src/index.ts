export type { AgentSearch } from './agent-search.ts'
export {
  CallRefusedError,
  DelegateRefusedError,
  RoutingInvalidError,
  SpawnCycleError,
  SpawnDepthError,
  SpawnRefusedError,
  TaskEmptyError,
} from './errors.ts'
export { confirmRouting, forgetRouting } from './learned/confirm-routing.ts'
export { learnedUtterances } from './learned/learned-utterances.ts'
export { readRoutings } from './learned/read-routings.ts'
export { tagsFirst } from './learned/tags-first.ts'
export type { RouteAnswer } from './route-answer.ts'
export { createRouter, routeThreshold } from './router.ts'
export type { Router } from './router.ts'
export { spawnDepth } from './rules/check-chain.ts'
export { checkCall } from './rules/check-call.ts'
export { checkDelegate, checkSpawn } from './rules/check-spawn.ts'
