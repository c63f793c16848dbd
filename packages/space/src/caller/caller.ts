import { spaceError } from '../errors.ts'
import { splitList } from './split-list.ts'

/** Who asks. Every rule that depends on it is checked by the operation, whichever door it came through. */
export type Caller = UserCaller | AgentCaller | ClientCaller | NightCaller

/** The user of this machine, at a terminal or by a program of their own. */
export type UserCaller = {
  readonly kind: 'user'
  /** An assistant that works for the user asks, and not the user by hand. */
  readonly isAssistant?: true | undefined
  /** The id by which a platform knows the agent that asks, as `ACAS_SENDER_ID` says. */
  readonly sender?: string | undefined
  /** Address of what agents share elsewhere, as `ACAS_SHARED_URL` says. */
  readonly sharedAt?: string | undefined
}

/** An agent in a run of its own. */
export type AgentCaller = {
  readonly kind: 'agent'
  readonly id: string
  /** The agents that started each other so far, outermost first; this one is the last. */
  readonly chain: readonly string[]
  /** Its execution, if its runner named it. */
  readonly parent: string | undefined
  /** The client of the network in whose run it is, as the log names it. */
  readonly client?: string | undefined
  /** As of {@link UserCaller}. */
  readonly sender?: string | undefined
  readonly sharedAt?: string | undefined
}

/** Somebody who came by the network. */
export type ClientCaller = {
  readonly kind: 'client'
  readonly rights: readonly Right[]
  /** The name of the token and the beginning of its hash, such as `ci/3f2a91c0`; anyone if absent. */
  readonly client?: string | undefined
}

/** Work for the user while nobody is there: all but what is the user's to decide, and no question is asked. */
export type NightCaller = { readonly kind: 'night' }

/** The user, or what works for them alone: no assistant, which may be misled, and nobody else. */
export function isByHand({ caller }: { readonly caller: Caller }): boolean {
  return caller.kind === 'night' || (caller.kind === 'user' && caller.isAssistant !== true)
}

/** What operations ask for; a client has some of them, the night all but `manage`, everybody else all. */
export type Right = (typeof rights)[number]

/** From the least to the most that it lets one do. */
export const rights = ['find', 'run', 'sync', 'read', 'write', 'research', 'discover', 'manage'] as const

/** The user of this machine. */
export const user: UserCaller = { kind: 'user' }

/**
 * Who runs a program: an agent is known by the variables that its runner set, and they win over what it says of itself.
 * @throws `CLI_USAGE` if the chain is none that a runner sets: whom it names can't be known.
 * @example callerOf({ DATACORTEX_CHAIN: 'writer' }).kind // 'agent'
 */
export function callerOf(environment: Readonly<Record<string, string | undefined>>): UserCaller | AgentCaller {
  const {
    DATACORTEX_EXECUTION: execution = '',
    DATACORTEX_CHAIN: outer = '',
    DATACORTEX_CLIENT: client,
    ACAS_SENDER_ID: senderId = '',
    ACAS_SHARED_URL: sharedAt = '',
  } = environment
  const chain = splitList([outer]).map(unescaped)
  const id = chain.at(-1)
  const sender = { ...(senderId === '' ? {} : { sender: senderId }), ...(sharedAt === '' ? {} : { sharedAt }) }
  return id === undefined
    ? { ...user, ...sender }
    : { kind: 'agent', id, chain, parent: execution === '' ? undefined : execution, client, ...sender }
}

/** Runners escape ids as in an address, so that a comma in one doesn't make two. */
function unescaped(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    throw spaceError('CLI_USAGE', {
      message: `DATACORTEX_CHAIN has ${JSON.stringify(id.slice(0, 200))}, which is no escaped id of an agent. Nothing was done.`,
      hint: 'Its runner sets it: ids with commas between them, each escaped as in an address. Leave it out if no agent runs this.',
    })
  }
}
