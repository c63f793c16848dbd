import { RightMissingError } from '../errors.ts'
import type { Caller, Right } from './caller.ts'

/**
 * Lets nobody ask for what they have no right to. Agents are bounded by the operations themselves.
 *
 * @throws {@link RightMissingError}
 */
export function requireRight(caller: Caller, { name, right }: { readonly name: string; readonly right: Right }): void {
  const isAllowed =
    caller.kind === 'client' ? caller.rights.includes(right) : caller.kind !== 'night' || right !== 'manage'
  if (!isAllowed) throw new RightMissingError({ name, right })
}
