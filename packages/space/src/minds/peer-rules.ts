import type { Mind } from '@datacortex/cognition'
import { type Finding, asFinding, ifCoded } from '@datacortex/errors'
import { agentsWithIdentity, recordOf } from '@datacortex/platform'
import type { RegisteredAgent } from '@datacortex/registry'
import type { RouteAnswer } from '@datacortex/router'
import type { Work } from '../work.ts'
import { askingMind } from './asking-mind.ts'

type Paths = Pick<Work, 'paths'>

/**
 * Lets no agent start one that it muted, or that muted it, and hand nothing over to a peer without the consent of the user.
 * `chain`: who started each other, the one to be started last.
 */
export async function checkPeers(
  { paths }: Paths,
  { agent, chain, delegated }: { agent: RegisteredAgent; chain: readonly string[]; delegated: boolean | undefined },
): Promise<void> {
  const [caller, target] = [await mindOf({ paths }, chain.at(-2)), await mindOf({ paths }, agent.id)]
  if (caller === undefined) return
  const { refuseMuted, requireConsent } = await import('@datacortex/cognition')
  const peer = await refuseMuted(caller, uidsOf(agent, target))
  if (target !== undefined) await refuseMuted(target, [caller.identity.uid])
  if (delegated === true && peer !== undefined) await requireConsent(caller, peer)
}

/** Where a task goes for an agent that asks: never to whom it muted. */
export async function withoutMuted(
  { paths, caller }: Paths & Pick<Work, 'caller'>,
  answer: RouteAnswer,
  agents: ReadonlyMap<string, RegisteredAgent>,
): Promise<RouteAnswer> {
  if (caller.kind === 'user' && caller.isAssistant !== true) return answer
  const asking = await askingMind({ paths, caller }, undefined).catch(ifCoded(undefined, 'COGNITION_SENDER_UNKNOWN'))
  if (asking === undefined) return answer
  const { cognitionError, readPeers } = await import('@datacortex/cognition')
  const muted = (await readPeers(asking)).peers.filter(({ status }) => status === 'muted')
  if (muted.length === 0) return answer
  const mutedOf = async (id: string) => {
    const agent = agents.get(id)
    const uids = agent === undefined ? [] : uidsOf(agent, await mindOf({ paths }, id))
    return muted.find(({ uid }) => uids.includes(uid))
  }
  const judged = await Promise.all(answer.candidates.map(async (one) => ({ one, peer: await mutedOf(one.agent) })))
  const candidates = judged.filter(({ peer }) => peer === undefined).map(({ one }) => one)
  const chosen = answer.agent === null ? undefined : await mutedOf(answer.agent)
  if (chosen === undefined) return { ...answer, candidates }
  const others = candidates.map(({ agent }) => agent)
  throw cognitionError('COGNITION_PEER_MUTED', { agent: asking.identity.name, peer: chosen.name, others })
}

export async function mentionFindings({ paths }: Paths, agent: string, text: string): Promise<readonly Finding[]> {
  const mind = await mindOf({ paths }, agent).catch(ifCoded(undefined))
  if (mind === undefined || text === '') return []
  const { checkMentions, readPeers } = await import('@datacortex/cognition')
  // The run has been made: whatever is wrong now is only said.
  const registry = await readPeers(mind).catch(asFinding(agent))
  if (!('peers' in registry)) return registry
  const { peers, findings } = registry
  const wrong = checkMentions(text, { peers, uid: mind.identity.uid })
  return [...wrong.map((finding): Finding => ({ ...finding, severity: 'warning' })), ...findings]
}

async function mindOf({ paths }: Paths, agent: string | undefined): Promise<Mind | undefined> {
  if (agent === undefined || !(await agentsWithIdentity(paths)).includes(agent)) return undefined
  return await (await import('@datacortex/cognition')).readMind(paths, agent)
}

/** By which uids an agent is known: that of its identity, and the addresses at which it answers. */
function uidsOf({ entry }: RegisteredAgent, mind: Mind | undefined): readonly string[] {
  const interfaces = recordOf(entry.runtime)['interfaces']
  const addresses = Array.isArray(interfaces) ? interfaces.map((one: unknown) => recordOf(one)['url']) : []
  return [mind?.identity.uid, ...addresses].filter((uid) => typeof uid === 'string')
}
