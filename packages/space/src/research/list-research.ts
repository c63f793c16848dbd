import type { RunSummary } from '@datacortex/research'
import { z } from 'zod'
import type { Operation } from '../operation.ts'

/** The runs of research of a space. */
export type ListedResearch = { readonly runs: readonly RunSummary[] }

/** The runs of research of a space, the newest first. */
export const listResearch: Operation<Readonly<Record<string, never>>, ListedResearch> = {
  input: z.strictObject({}),
  output: z.looseObject({ runs: z.array(z.looseObject({ id: z.string(), state: z.string(), topic: z.string() })) }),
  run: async ({ paths }) => {
    const { listRuns } = await import('@datacortex/research')
    return { runs: await listRuns(paths) }
  },
}
