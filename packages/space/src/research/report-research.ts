import type { ReportedRun } from '@datacortex/research'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { name } from '../schema.ts'
import { knownRun } from './known-run.ts'
import { textOf, userText } from './user-text.ts'

/** What a run found, as a page shows it: each claim with its quotations, and one of them where it was read. */
export const reportResearch = operation({
  input: z.strictObject({
    run: name.describe('Its id.'),
    quotation: name.optional().describe('Such as e3: with the passage that it stands in.'),
  }),
  output: z.looseObject({ id: z.string(), state: z.string(), topic: z.string() }),
  run: async (work, { run, quotation }): Promise<ReportedRun> => {
    const { reportRun } = await import('@datacortex/research')
    await knownRun(work, run)
    // As it was when it was quoted: without what research itself has written.
    const noteNow = async (path: string): Promise<string | undefined> => {
      const text = await textOf(work.paths, path)
      return text === undefined ? undefined : await userText(text, { path })
    }
    return await reportRun(work.paths, run, { noteNow, quotation })
  },
})
