import { type SpacePaths, defaultAgent } from '@datacortex/platform'
import { spaceError } from '../errors.ts'
import { knownClients } from '../tokens/known-clients.ts'
import type { Caller } from './caller.ts'
import { clientName } from './own-work.ts'

/**
 * Whether somebody may look for agents elsewhere: the user, also by a token that they gave this right, and the default
 * agent in a run of theirs.
 */
export async function mayDiscover(caller: Caller, paths: SpacePaths): Promise<boolean> {
  if (caller.kind === 'client') return caller.rights.includes('discover')
  if (caller.kind !== 'agent') return caller.kind === 'user'
  if (caller.id !== (await defaultAgent(paths.root))) return false
  return caller.client === undefined || (await mayByToken(paths, caller.client))
}

/** A token that was taken back ends it also in a run that it began. */
async function mayByToken(paths: SpacePaths, client: string): Promise<boolean> {
  const known = (await knownClients(paths)()).find(({ caller }) => clientName(caller) === client)
  return known?.caller.rights.includes('discover') === true
}

/** Throws `SPACE_DISCOVERY_REFUSED` for anyone else, at every door. */
export async function requireDiscovery(caller: Caller, paths: SpacePaths): Promise<void> {
  if (await mayDiscover(caller, paths)) return
  throw spaceError('SPACE_DISCOVERY_REFUSED', { caller: caller.kind === 'agent' ? caller.id : `a ${caller.kind}` })
}
