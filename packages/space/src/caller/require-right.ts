import { spaceError } from '../errors.ts'
import type { Caller, Right } from './caller.ts'

/** Lets nobody ask for what they have no right to. Agents are bounded by the operations themselves. */
export function requireRight(caller: Caller, { name, right }: { readonly name: string; readonly right: Right }): void {
  if (caller.kind !== 'client' && caller.kind !== 'night') return
  const isAllowed = caller.kind === 'client' ? caller.rights.includes(right) : !['discover', 'manage'].includes(right)
  // At every door in the same words.
  if (!isAllowed && right === 'discover') throw spaceError('SPACE_DISCOVERY_REFUSED', { caller: `a ${caller.kind}` })
  if (!isAllowed) throw spaceError('SPACE_RIGHT_MISSING', { name, right, caller: caller.kind })
}

/** Lets nobody but the user of this machine decide; an agent in its run is not the user. */
export function requireUser({ kind }: Caller, name: string): void {
  if (kind !== 'user') throw spaceError('SPACE_RIGHT_MISSING', { name, right: 'manage', caller: kind })
}
