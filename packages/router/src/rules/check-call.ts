import { type RegisteredAgent, type Registry, isOutsideCaller, resolveAgent } from '@datacortex/registry'
import { routerError } from '../errors.ts'
import { currentName, names } from './names.ts'

/** Who wants to call whom. */
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
  // Whoever wrote it meant to keep others out; who they are can't be told, so it is nobody until it is corrected.
  if (unread.length > 0)
    throw routerError('ROUTER_CALL_REFUSED', { caller: request.caller, agent: agent.id, allowed, unread })
  const caller = isOutsideCaller(registry, request.caller) ? request.caller : currentName(registry, request.caller)
  if (allowed.length > 0 && !names(registry, allowed, caller))
    throw routerError('ROUTER_CALL_REFUSED', { caller: request.caller, agent: agent.id, allowed })
  return { agent, notes }
}

/** A call that the rules allow. */
export type AllowedCall = ReturnType<typeof checkCall>

/** What of the rule was not read, if that may have named somebody: the registry then notes the rule as a whole, too. */
function unreadCallers({ unread = [] }: RegisteredAgent): NonNullable<RegisteredAgent['unread']> {
  const ofRule = unread.filter(({ field }) => /^(?:can_be_)?called_by\b/.test(field))
  return ofRule.some(({ field }) => field === 'can_be_called_by') ? ofRule : []
}
