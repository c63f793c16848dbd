import { CodedError } from '@datacortex/errors'

/** A task that says nothing: no letters or digits, and where tags count, no tags. */
export class TaskEmptyError extends CodedError {
  constructor() {
    super('ROUTER_TASK_EMPTY', 'The task is empty.', { hint: 'datacortex route "what you want done"' })
  }
}

/** A routing that can't be remembered because its agent is no id. */
export class RoutingInvalidError extends CodedError {
  constructor({ agent }: { agent: string }) {
    const shown = JSON.stringify(agent.length > 80 ? `${agent.slice(0, 80)}…` : agent)
    super('ROUTER_ROUTING_INVALID', `A task can't be remembered for the agent ${shown}: that is no id.`, {
      hint: 'datacortex agent list',
      details: { agent: agent.slice(0, 200) },
    })
  }
}

/** An agent wants to start one that is not among its `spawns` (DIP-0016 §11.1). */
export class SpawnRefusedError extends CodedError {
  constructor({ caller, agent, allowed, isUnread }: RefusedStart) {
    super(
      'ROUTER_SPAWN_REFUSED',
      `${caller} may not start ${agent}: the rule is \`spawns\` of ${caller}, ${list(allowed, isUnread)}.`,
      {
        hint: `If it should, add ${agent} to \`spawns\` of ${caller} in agents.yaml.`,
        details: { rule: 'spawns', caller, agent, allowed },
      },
    )
  }
}

/** Somebody calls an agent whose `can_be_called_by` names others only (DIP-0016 §11.1). */
export class CallRefusedError extends CodedError {
  constructor({ caller, agent, allowed }: { caller: string; agent: string; allowed: readonly string[] }) {
    super(
      'ROUTER_CALL_REFUSED',
      `${caller} may not call ${agent}: the rule is \`can_be_called_by\` of ${agent}, ${list(allowed)}.`,
      {
        hint: `If it should, add ${caller} to \`can_be_called_by\` of ${agent} in agents.yaml.`,
        details: { rule: 'can_be_called_by', caller, agent, allowed },
      },
    )
  }
}

/** An agent wants to hand over to one that is not among its `delegates_to` (DIP-0016 §11.1). */
export class DelegateRefusedError extends CodedError {
  constructor({ caller, agent, allowed, isUnread }: RefusedStart) {
    super(
      'ROUTER_DELEGATE_REFUSED',
      `${caller} may not hand over to ${agent}: the rule is \`delegates_to\` of ${caller}, ${list(allowed, isUnread)}.`,
      {
        hint: `If it should, add ${agent} to \`delegates_to\` of ${caller} in agents.yaml.`,
        details: { rule: 'delegates_to', caller, agent, allowed },
      },
    )
  }
}

/** An agent would be started by itself, by way of others. */
export class SpawnCycleError extends CodedError {
  constructor({ chain, agent }: { chain: readonly string[]; agent: string }) {
    super('ROUTER_SPAWN_CYCLE', `${agent} is not started: it runs already, ${[...chain, agent].join(' → ')}.`, {
      hint: `Take one of these names out of \`spawns\` or \`delegates_to\`. An agent that may start itself names itself in \`spawns\`.`,
      details: { rule: 'cycle', caller: chain.at(-1), agent, chain },
    })
  }
}

/** Agents that start agents that start agents, more often than is allowed. */
export class SpawnDepthError extends CodedError {
  constructor({ chain, agent, maxDepth }: { chain: readonly string[]; agent: string; maxDepth: number }) {
    super(
      'ROUTER_SPAWN_DEPTH',
      `${agent} is not started: ${[...chain, agent].join(' → ')} would be deeper than ${maxDepth} agents.`,
      {
        hint: 'Let an agent higher up start it.',
        details: { rule: 'depth', caller: chain.at(-1), agent, chain, maxDepth },
      },
    )
  }
}

type RefusedStart = {
  readonly caller: string
  readonly agent: string
  readonly allowed: readonly string[]
  /** Something stands in the list that could not be read. */
  readonly isUnread: boolean
}

function list(names: readonly string[], isUnread = false): string {
  const unread = isUnread ? "something that can't be read" : undefined
  const parts = [...names, ...(unread === undefined ? [] : [unread])]
  return parts.length === 0 ? 'which is empty' : `which has ${parts.join(', ')}`
}
