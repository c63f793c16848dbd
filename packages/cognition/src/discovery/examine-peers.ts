import { type Finding, asFinding, infoFinding } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { readMinds } from '../mind.ts'
import { peersPlace, readPeers } from '../peers/read-peers.ts'
import { type Discovery, expiredPeers } from './discover.ts'

/**
 * What is to be known of the peers of all agents: damaged files, who is muted, who showed no sign of life for too long.
 *
 * @param paths - Of the space.
 * @param options - `discovery` from the settings; `now`.
 * @example (await examinePeers(paths, { discovery })).map(({ code }) => code) // ['PEER_EXPIRED']
 */
export async function examinePeers(
  paths: SpacePaths,
  { discovery, now = new Date() }: { readonly discovery: Discovery; readonly now?: Date | undefined },
): Promise<readonly Finding[]> {
  const found = await Promise.all(
    (await readMinds(paths)).minds.map(async (mind): Promise<readonly Finding[]> => {
      const { shown } = peersPlace(mind)
      const registry = await readPeers(mind).catch(asFinding(shown))
      if (!('peers' in registry)) return registry
      const { peers, findings } = registry
      const muted = peers.filter(({ status }) => status === 'muted').map(({ name }) => name)
      const message = `${mind.identity.name} has muted ${muted.join(', ')}`
      const expired = expiredPeers(peers, { discovery, now }).filter(({ uid }) => uid !== mind.identity.uid)
      const hint = `datacortex peers discover --agent ${mind.agent}`
      return [
        ...findings,
        ...(muted.length === 0 ? [] : [infoFinding('PEER_MUTED', shown, { message })]),
        ...expired.map(({ name, last_seen: seen }) =>
          infoFinding('PEER_EXPIRED', shown, { message: `${name} showed itself last at ${seen}`, hint }),
        ),
      ]
    }),
  )
  return found.flat()
}
