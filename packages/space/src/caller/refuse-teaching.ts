import { spaceError } from '../errors.ts'
import type { Work } from '../work.ts'

/** Lets no agent teach routing whose a task is: only a person does. Throws `CLI_VERDICT_OF_AGENT`. */
export function refuseTeaching({ caller }: Pick<Work, 'caller'>, { confirm }: { confirm: string | undefined }): void {
  if (caller.kind === 'agent') throw spaceError('CLI_VERDICT_OF_AGENT', { agent: caller.id, confirm })
}
