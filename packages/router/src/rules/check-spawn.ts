import { type Registry, isOutsideCaller, resolveAgent } from '@datacortex/registry'
import { routerError } from '../errors.ts'
import { type AllowedCall, type CallRequest, checkCall } from './check-call.ts'
import { checkChain } from './check-chain.ts'
import { names } from './names.ts'

/** Who wants to start whom, and who started the caller. */
export type SpawnRequest = CallRequest & {
  /** The agents that started each other so far, outermost first; the caller may be its last one or be left out. */
  readonly chain?: readonly string[] | undefined
  /** Most agents in a chain, the new one included; 5 if absent. */
  readonly maxDepth?: number | undefined
}

/** A start that the rules allow. */
export type AllowedSpawn = AllowedCall & {
  /** The chain with the new agent, outermost first, to be handed to what it starts. */
  readonly chain: readonly string[]
}

/**
 * Checks that an agent may start another one: it is among the caller's `spawns` (absent or empty: none), it may be
 * called by the caller, it does not run already further up, and the chain is not too deep.
 *
 * `user` and the other callers that are no agents may start whatever they may call.
 *
 * @param registry - With the agents of modules.
 * @param request - Caller, agent and chain.
 * @throws `ROUTER_SPAWN_REFUSED` `ROUTER_CALL_REFUSED` `ROUTER_SPAWN_CYCLE` `ROUTER_SPAWN_DEPTH`
 * @throws `REGISTRY_AGENT_NOT_FOUND`, `REGISTRY_AGENT_REMOVED`, `REGISTRY_ALIAS_DANGLING`, `REGISTRY_ALIAS_CYCLE` of
 *   the registry, also for the caller.
 * @example checkSpawn(registry, { caller: 'boss', agent: 'writer', chain: ['boss'] }).chain // ['boss', 'writer']
 * @see DIP-0016 §11.1
 */
export function checkSpawn(registry: Registry, request: SpawnRequest): AllowedSpawn {
  return checkStart(registry, { ...request, rule: 'spawns' })
}

/**
 * Checks that an agent may hand over to another one for good: it is among the caller's `delegates_to` (absent or empty:
 * none). Otherwise as {@link checkSpawn}; handing over to oneself is always a cycle.
 *
 * @param registry - With the agents of modules.
 * @param request - Caller, agent and chain.
 * @throws `ROUTER_DELEGATE_REFUSED` `ROUTER_CALL_REFUSED` `ROUTER_SPAWN_CYCLE` `ROUTER_SPAWN_DEPTH`
 * @throws `REGISTRY_AGENT_NOT_FOUND`, `REGISTRY_AGENT_REMOVED`, `REGISTRY_ALIAS_DANGLING`, `REGISTRY_ALIAS_CYCLE` of
 *   the registry, also for the caller.
 * @example checkDelegate(registry, { caller: 'first-line', agent: 'expert' }).agent.id // 'expert'
 * @see DIP-0016 §11.1
 */
export function checkDelegate(registry: Registry, request: SpawnRequest): AllowedSpawn {
  return checkStart(registry, { ...request, rule: 'delegates_to' })
}

type StartRequest = SpawnRequest & { readonly rule: 'spawns' | 'delegates_to' }

function checkStart(registry: Registry, { rule, ...request }: StartRequest): AllowedSpawn {
  const target = resolveAgent(registry, request.agent).agent
  const caller = isOutsideCaller(registry, request.caller) ? undefined : resolveAgent(registry, request.caller).agent
  const allowed = caller?.entry[rule] ?? []
  if (caller !== undefined && !names(registry, allowed, target.id)) {
    const isUnread = caller.unread?.some(({ field }) => field.replace(/\[.*/, '') === rule) ?? false
    const refused = { caller: caller.id, agent: target.id, allowed, isUnread }
    throw rule === 'spawns'
      ? routerError('ROUTER_SPAWN_REFUSED', refused)
      : routerError('ROUTER_DELEGATE_REFUSED', refused)
  }
  const call = checkCall(registry, request)
  // To name oneself is a choice; `*` is none.
  const mayRepeat = rule === 'spawns' && caller?.id === target.id && allowed.includes(target.id)
  const chain = checkChain(registry, {
    chain: request.chain ?? [],
    caller: caller?.id,
    agent: target.id,
    maxDepth: request.maxDepth,
    mayRepeat,
  })
  return { ...call, chain }
}
