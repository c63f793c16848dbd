import { errorsOf } from '@datacortex/errors'
import type { RegisteredAgent } from '@datacortex/registry'

type RefusedStart = {
  readonly caller: string
  readonly agent: string
  readonly allowed: readonly string[]
  /** Something stands in the list that could not be read. */
  readonly isUnread: boolean
}

export const routerError = errorsOf({
  ROUTER_TASK_EMPTY: {
    message: 'The task is empty.',
    hint: 'datacortex route "what you want done"',
  },
  ROUTER_ROUTING_INVALID: {
    message: ({ agent }: { agent: string }) => {
      const shown = JSON.stringify(agent.length > 80 ? `${agent.slice(0, 80)}…` : agent)
      return `A task can't be remembered for the agent ${shown}: that is no id.`
    },
    hint: 'datacortex list',
    details: ({ agent }) => ({ agent: agent.slice(0, 200) }),
  },
  ROUTER_SPAWN_REFUSED: {
    message: ({ caller, agent, allowed, isUnread }: RefusedStart) =>
      `${caller} may not start ${agent}: the rule is \`spawns\` of ${caller}, ${list(allowed, isUnread)}.`,
    hint: ({ caller, agent }) => `If it should, add ${agent} to \`spawns\` of ${caller} in agents.yaml.`,
    details: ({ caller, agent, allowed }) => ({ rule: 'spawns', caller, agent, allowed }),
  },
  ROUTER_CALL_REFUSED: {
    message: ({
      caller,
      agent,
      allowed,
      unread,
    }: {
      caller: string
      agent: string
      allowed: readonly string[]
      unread?: NonNullable<RegisteredAgent['unread']>
    }) =>
      `${caller} may not call ${agent}: the rule is \`can_be_called_by\` of ${agent}, ${list(unread === undefined ? allowed : ['nothing that can be read'])}.`,
    hint: ({ caller, agent, unread }) =>
      unread === undefined
        ? `If it should, add ${caller} to \`can_be_called_by\` of ${agent} in agents.yaml.`
        : // How to mend it, not how to let this caller in: the owner of the file knows whom it was to name.
          `Write it in the entry of ${agent} as a list of ids, such as \`can_be_called_by: [user]\`. Now ${unread.map(({ field, reason }) => `${field} ${reason}`).join('; ')}.`,
    details: (refused) => ({ rule: 'can_be_called_by', ...refused }),
  },
  ROUTER_DELEGATE_REFUSED: {
    message: ({ caller, agent, allowed, isUnread }: RefusedStart) =>
      `${caller} may not hand over to ${agent}: the rule is \`delegates_to\` of ${caller}, ${list(allowed, isUnread)}.`,
    hint: ({ caller, agent }) => `If it should, add ${agent} to \`delegates_to\` of ${caller} in agents.yaml.`,
    details: ({ caller, agent, allowed }) => ({ rule: 'delegates_to', caller, agent, allowed }),
  },
  ROUTER_SPAWN_CYCLE: {
    message: ({ chain, agent }: { chain: readonly string[]; agent: string }) =>
      `${agent} is not started: it runs already, ${[...chain, agent].join(' → ')}.`,
    hint: `Take one of these names out of \`spawns\` or \`delegates_to\`. An agent that may start itself names itself in \`spawns\`.`,
    details: ({ chain, agent }) => ({ rule: 'cycle', caller: chain.at(-1), agent, chain }),
  },
  ROUTER_SPAWN_DEPTH: {
    message: ({ chain, agent, maxDepth }: { chain: readonly string[]; agent: string; maxDepth: number }) =>
      `${agent} is not started: ${[...chain, agent].join(' → ')} would be deeper than ${maxDepth} agents.`,
    hint: 'Let an agent higher up start it.',
    details: ({ chain, agent, maxDepth }) => ({ rule: 'depth', caller: chain.at(-1), agent, chain, maxDepth }),
  },
})

function list(names: readonly string[], isUnread = false): string {
  const unread = isUnread ? "something that can't be read" : undefined
  const parts = [...names, ...(unread === undefined ? [] : [unread])]
  return parts.length === 0 ? 'which is empty' : `which has ${parts.join(', ')}`
}
