import type { Mind } from '@datacortex/cognition'
import { ifCoded } from '@datacortex/errors'
import { agentsWithIdentity, isFolder, readSettings } from '@datacortex/platform'
import { isByHand } from '../caller/caller.ts'
import type { Work } from '../work.ts'

/**
 * The mind of the agent that asks. Who that is, the caller says: an agent by its run, a client by its token, an assistant by
 * its sender id; only the user by hand names one.
 *
 * @returns Undefined if nobody says who asks, or that agent has neither an identity nor remembered anything.
 */
export async function askingMind(
  work: Pick<Work, 'paths' | 'caller'> & Partial<Pick<Work, 'signal'>>,
  named: string | undefined,
): Promise<Mind | undefined> {
  const mind = await mindOfCaller(work, named)
  const { caller, paths, signal } = work
  const address = caller.kind === 'user' || caller.kind === 'agent' ? caller.sharedAt : undefined
  if (mind === undefined || address === undefined) return mind
  const { remoteKnowledge } = await import('./remote-knowledge.ts')
  return { ...mind, remote: remoteKnowledge(paths, { address, signal }) }
}

async function mindOfCaller({ paths, caller }: Pick<Work, 'paths' | 'caller'>, named: string | undefined) {
  const { cognitionError, mindOf, mindOfSender, requireSender } = await import('@datacortex/cognition')
  const refuseOther = (own: string): void => {
    if (named !== undefined && named !== own)
      throw cognitionError('COGNITION_NOT_THE_CALLER', { agent: named, caller: own })
  }
  const sender = await senderOf({ paths, caller })
  const id = caller.kind === 'agent' ? caller.id : isByHand({ caller }) ? named : undefined
  if (id !== undefined) {
    refuseOther(id)
    const mind = await mindOf(paths, id)
    if (mind.hasIdentity) requireSender(mind, sender)
    return mind.hasIdentity || (await isFolder(mind.logs)) ? mind : undefined
  }
  const ofToken = async (client: string): Promise<Mind | undefined> =>
    await mindOfSender(paths, client).catch(ifCoded(undefined, 'COGNITION_SENDER_UNKNOWN'))
  const client = caller.kind === 'client' ? caller.client : undefined
  const mind = sender !== undefined ? await mindOfSender(paths, sender) : client && (await ofToken(client))
  if (mind) refuseOther(mind.agent)
  // A name opens no mind; for agents without one it is a note beside a memory.
  else if (named !== undefined && (await agentsWithIdentity(paths)).includes(named)) refuseOther('Who sends no id')
  return mind || undefined
}

/** As {@link askingMind}. Throws `COGNITION_CALLER_UNKNOWN`, or `COGNITION_IDENTITY_MISSING` if who asks is known and has none. */
export async function requireMind(work: Pick<Work, 'paths' | 'caller'>, named: string | undefined): Promise<Mind> {
  const mind = await askingMind(work, named)
  if (mind?.hasIdentity === true) return mind
  const { cognitionError } = await import('@datacortex/cognition')
  const agent = work.caller.kind === 'agent' ? work.caller.id : named
  throw agent === undefined
    ? cognitionError('COGNITION_CALLER_UNKNOWN', {})
    : cognitionError('COGNITION_IDENTITY_MISSING', { agent })
}

/** The id by which a platform knows who asks; for an assistant that sends none that of the settings, if its user allowed it. */
export async function senderOf({ paths, caller }: Pick<Work, 'paths' | 'caller'>): Promise<string | undefined> {
  if (caller.kind !== 'user' && caller.kind !== 'agent') return undefined
  if (caller.kind === 'agent' || caller.sender !== undefined || caller.isAssistant !== true) return caller.sender
  return (await readSettings(paths)).minds.sender
}
