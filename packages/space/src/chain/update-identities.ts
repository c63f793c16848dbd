import type { ChainReport } from '@datacortex/export'
import { updateAgents } from '@datacortex/export'
import type { Operation } from '../operation.ts'
import type { ChangeIdentities } from './register-agents.ts'
import { change, changeOptions } from './register-agents.ts'

/** Brings identities in step with the registry. */
export const updateIdentities: Operation<ChangeIdentities, ChainReport> = {
  ...change,
  run: async (work, asked) => await updateAgents(work.paths, await changeOptions(work, asked)),
}
