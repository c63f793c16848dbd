export type { AgentSearch, FoundByMeaning } from './agent-search.ts'
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
export type { Confirmation, ConfirmOptions } from './learned/confirm-routing.ts'
export { learnedUtterances } from './learned/learned-utterances.ts'
export { routedUtterances } from './learned/routed-utterances.ts'
export type { RoutedUtterances } from './learned/routed-utterances.ts'
export { readRoutings } from './learned/read-routings.ts'
export type { Routings } from './learned/read-routings.ts'
export type { Routing } from './learned/routing.ts'
export { tagsFirst } from './learned/tags-first.ts'
export type { RouteAnswer, RouteCandidate, RouteRule, RouteVia } from './route-answer.ts'
export { createRouter, routeThreshold } from './router.ts'
export type { RouteOptions, Router, RouterOptions } from './router.ts'
export { spawnDepth } from './rules/check-chain.ts'
export { checkCall } from './rules/check-call.ts'
export type { AllowedCall, CallRequest } from './rules/check-call.ts'
export { checkDelegate, checkSpawn } from './rules/check-spawn.ts'
export type { AllowedSpawn, SpawnRequest } from './rules/check-spawn.ts'
