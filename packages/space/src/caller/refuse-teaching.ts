import { VerdictOfAgentError } from '../errors.ts'
import type { Work } from '../work.ts'

/**
 * Lets no agent teach routing whose a task is: only a person does.
 *
 * @param options - Whose it is to be; undefined if nobody's any longer.
 * @throws {@link VerdictOfAgentError}
 */
export function refuseTeaching(
  { caller }: Pick<Work, 'caller'>,
  { confirm }: { readonly confirm: string | undefined },
): void {
  if (caller.kind === 'agent') throw new VerdictOfAgentError({ agent: caller.id, confirm })
}
