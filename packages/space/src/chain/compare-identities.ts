import type { StatusReport } from '@datacortex/export'
import { statusAgents } from '@datacortex/export'
import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { name } from '../schema.ts'
import type { FileInput } from './chain-input.ts'
import { fileInput, fileOptions } from './chain-input.ts'

/** Whose identities are looked at. */
export type LookAtIdentities = FileInput & { readonly ids: readonly string[] }

/** The schema of {@link LookAtIdentities}. */
export const lookAtIdentities: z.ZodType<LookAtIdentities> = z.strictObject({ ...fileInput, ids: z.array(name) })

/** Compares registry, journal and chain; nothing is sent. */
export const compareIdentities: Operation<LookAtIdentities, StatusReport> = {
  input: lookAtIdentities,
  output: z.looseObject({ results: z.array(z.looseObject({ id: z.string(), status: z.string() })) }),
  run: async (work, { ids, ...asked }) => await statusAgents(work.paths, { ...(await fileOptions(work, asked)), ids }),
}
