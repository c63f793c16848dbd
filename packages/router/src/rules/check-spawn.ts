import { type Registry, isOutsideCaller, resolveAgent, type RegisteredAgent, findId } from '@datacortex/registry'
import { routerError } from '../errors.ts'

export type SpawnRequest = CallRequest & {
  /** The agents that started each other so far, outermost first; the caller may be its last one or be left out. */
  readonly chain?: readonly string[] | undefined
  /** Most agents in a chain, the new one included; 5 if absent. */
  readonly maxDepth?: number | undefined
}

export type AllowedSpawn = AllowedCall & {
  /** The chain with the new agent, outermost first, to be handed to what it starts. */
  readonly chain: readonly string[]
}

/**
 * Checks that an agent may start another one: it is among the caller's `spawns` (absent or empty: none), it may be
 * called by the caller, it does not run already further up, and the chain is not too deep.
 *
 * `user` and the other callers that are no agents may start whatever they may call.
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
  const isOwn = rule === 'spawns' && caller !== undefined && (target.cloneOf ?? target.dynamic?.parent) === caller.id
  if (caller !== undefined && !isOwn && !names(registry, allowed, target.id)) {
    const isUnread = caller.unread?.some(({ field }) => field.replace(/\[.*/, '') === rule) ?? false
    const refused = { caller: caller.id, agent: target.id, allowed, isUnread }
    throw rule === 'spawns'
      ? routerError('ROUTER_SPAWN_REFUSED', refused)
      : routerError('ROUTER_DELEGATE_REFUSED', refused)
  }
  const call = checkCall(registry, request)
  // To name oneself is a choice; `*` is none.
  const mayRepeat = rule === 'spawns' && caller?.id === target.id && allowed.includes(target.id)
  const chain = checkChain(registry, { ...request, caller: caller?.id, agent: target.id, mayRepeat })
  return { ...call, chain }
}

export type CallRequest = {
  /** Id of an agent, or `user`, `nightshift`, `cron`, `scheduler`. */
  readonly caller: string
  /** Id of the agent that is to work; a former name is followed. */
  readonly agent: string
}

/** Checks that an agent may be called by somebody: `can_be_called_by` has the caller, or is absent or empty. */
export function checkCall(registry: Registry, request: CallRequest) {
  const { agent, notes } = resolveAgent(registry, request.agent)
  const allowed = agent.entry.can_be_called_by ?? []
  const unread = allowed.length === 0 ? unreadCallers(agent) : []
  // Anyone who wrote it meant to keep others out; who they are can't be told, so it is nobody until it is corrected.
  if (unread.length > 0)
    throw routerError('ROUTER_CALL_REFUSED', { caller: request.caller, agent: agent.id, allowed, unread })
  const caller = isOutsideCaller(registry, request.caller) ? request.caller : currentName(registry, request.caller)
  if (allowed.length > 0 && !names(registry, allowed, caller))
    throw routerError('ROUTER_CALL_REFUSED', { caller: request.caller, agent: agent.id, allowed })
  return { agent, notes }
}

export type AllowedCall = ReturnType<typeof checkCall>

/** What of the rule was not read, if that may have named somebody: the registry then notes the rule as a whole, too. */
function unreadCallers({ unread = [] }: RegisteredAgent): NonNullable<RegisteredAgent['unread']> {
  const ofRule = unread.filter(({ field }) => /^(?:can_be_)?called_by\b/.test(field))
  return ofRule.some(({ field }) => field === 'can_be_called_by') ? ofRule : []
}

/** Most agents in a chain if nothing else is said: an orchestrator, its helpers and theirs, twice. */
export const spawnDepth = 5

/** Checks a chain of agents that start each other. Throws `ROUTER_SPAWN_CYCLE` if the agent is in it already. */
function checkChain(
  registry: Registry,
  options: Omit<SpawnRequest, 'caller'> & { readonly caller: string | undefined; readonly mayRepeat: boolean },
): readonly string[] {
  const { agent, caller, chain: started = [], maxDepth = spawnDepth } = options
  const above = started.filter((name) => !isOutsideCaller(registry, name)).map((name) => currentName(registry, name))
  const chain = caller === undefined || above.at(-1) === caller ? above : [...above, caller]
  // Side by side at the end: it started itself, and nobody else did meanwhile.
  const isOnlyAtEnd = chain.slice(chain.indexOf(agent)).every((name) => name === agent)
  if (chain.includes(agent) && !(options.mayRepeat && isOnlyAtEnd))
    throw routerError('ROUTER_SPAWN_CYCLE', { chain, agent })
  if (chain.length + 1 > maxDepth) throw routerError('ROUTER_SPAWN_DEPTH', { chain, agent, maxDepth })
  return [...chain, agent]
}

/** Whether a list of names in the registry means an agent or caller: by its id, by a former name, or by `*`. */
function names(registry: Registry, list: readonly string[], id: string): boolean {
  return list.some((name) => name === '*' || name === id || currentName(registry, name) === id)
}

/** The id that aliases lead to; the name itself if they lead nowhere, in a circle, or if it is none. */
function currentName(registry: Registry, name: string): string {
  const seen = new Set<string>()
  let current = findId(registry, name) ?? name
  for (;;) {
    const alias = registry.agents.get(current)?.entry.alias
    if (alias === undefined) return current
    const next = findId(registry, alias) ?? alias
    if (seen.has(next)) return name
    seen.add(next)
    current = next
  }
}
