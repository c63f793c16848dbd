import { spaceError } from '../errors.ts'
import type { Work } from '../work.ts'

/**
 * Lets no agent teach routing whose a task is: only a person does.
 *
 * @param options - Whose it is to be; undefined if nobody's any longer.
 * @throws `CLI_VERDICT_OF_AGENT`
 */
export function refuseTeaching(
  { caller }: Pick<Work, 'caller'>,
  { confirm }: { readonly confirm: string | undefined },
): void {
  if (caller.kind === 'agent') throw spaceError('CLI_VERDICT_OF_AGENT', { agent: caller.id, confirm })
}
