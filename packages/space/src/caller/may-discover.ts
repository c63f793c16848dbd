import { defaultAgent } from '@datacortex/platform'
import { spaceError } from '../errors.ts'
import type { Caller } from './caller.ts'

/** Whether somebody may look for agents elsewhere: the user, and the default agent in a run of the user. */
export async function mayDiscover(caller: Caller, root: string): Promise<boolean> {
  if (caller.kind === 'user') return true
  return caller.kind === 'agent' && caller.client === undefined && caller.id === (await defaultAgent(root))
}

/** Throws `SPACE_DISCOVERY_REFUSED` for anyone else, at every door. */
export async function requireDiscovery(caller: Caller, root: string): Promise<void> {
  if (await mayDiscover(caller, root)) return
  throw spaceError('SPACE_DISCOVERY_REFUSED', { caller: caller.kind === 'agent' ? caller.id : `a ${caller.kind}` })
}
