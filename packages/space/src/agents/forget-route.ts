import { forgetRouting } from '@datacortex/router'
import { z } from 'zod'
import { refuseTeaching } from '../caller/refuse-teaching.ts'
import { operation } from '../operation.ts'
import { dryRun, task } from '../schema.ts'

/** Takes back what was confirmed for a task. Throws `CLI_VERDICT_OF_AGENT` in the run of an agent. */
export const forgetRoute = operation({
  input: z.strictObject({ task, dry_run: dryRun }),
  output: z.looseObject({ agent: z.string().nullable(), task: z.string(), forgotten: z.boolean() }),
  run: async (work, { task: asked, dry_run: isDry = false }) => {
    refuseTeaching(work, { confirm: undefined })
    const known = await forgetRouting(work.paths, asked, { dryRun: isDry, signal: work.signal })
    const forgotten = known !== undefined && !isDry
    return {
      /** Whose it was; null if nothing was confirmed. */
      agent: known?.agent ?? null,
      task: asked,
      forgotten,
      ...(known !== undefined && isDry ? { dry_run: true as const } : {}),
    }
  },
})
