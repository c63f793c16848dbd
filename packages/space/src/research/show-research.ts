import type { ShownRun } from '@datacortex/research'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { name } from '../schema.ts'
import { knownRun } from './known-run.ts'

export const showResearch = operation({
  input: z.strictObject({ run: name.describe('Its id.') }),
  output: z.looseObject({ id: z.string(), state: z.string(), topic: z.string(), ok: z.boolean() }),
  run: async (work, { run }): Promise<ShownRun & { readonly ok: boolean }> => {
    const { showRun } = await import('@datacortex/research')
    await knownRun(work, run)
    const shown = await showRun(work.paths, run)
    return { ...shown, ok: shown.quotations.verified === shown.quotations.all }
  },
})
