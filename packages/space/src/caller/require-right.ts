import { RightMissingError } from '../errors.ts'
import type { Caller, Right } from './caller.ts'

/**
 * Lets nobody ask for what they have no right to.
 *
 * @param caller - Who asks; only remote clients are bounded here, agents by the operations themselves.
 * @throws {@link RightMissingError}
 */
export function requireRight(caller: Caller, { name, right }: { readonly name: string; readonly right: Right }): void {
  if (caller.kind === 'client' && !caller.rights.includes(right)) throw new RightMissingError({ name, right })
}
