import { schemaIssues } from '@datacortex/platform'
import type { RunnerResult } from '@datacortex/plugin'
import { z } from 'zod'
import { executionError } from '../errors.ts'

const texts = z.array(z.string()).optional()
// A wrong count is no reason to lose the answer.
const count = z.number().int().nonnegative().optional().catch(undefined)

const Result: z.ZodType<RunnerResult> = z.object({
  text: z.string(),
  outputs: z.array(z.object({ path: z.string(), type: z.string().optional() })).optional(),
  tokens_in: count,
  tokens_out: count,
  cost_usd: z.number().nonnegative().optional().catch(undefined),
  insights: texts,
  status: z.enum(['success', 'partial']).optional(),
  remarks: texts,
})

/** What a runner answered, checked: it comes from the code of a module. Throws `RUNNER_FAILED` if it is no result. */
export function readResult(value: unknown, { runner }: { runner: string }): RunnerResult {
  const parsed = Result.safeParse(value)
  if (parsed.success) return parsed.data
  throw executionError('RUNNER_FAILED', {
    runner,
    reason: `what it answered is no result, ${schemaIssues(parsed.error).join('; ')}`,
  })
}
