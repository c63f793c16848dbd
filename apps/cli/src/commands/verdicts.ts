import type { OutputOf } from '@datacortex/space'
import { type Given, asked } from '../arguments/asked.ts'
import { commandOf } from '../command-of.ts'

/** 0–100 each. */
type Points = { readonly completion: number; readonly quality: number; readonly efficiency: number }
type Options = Points &
  Pick<Given<'evaluate'>, 'tags' | 'notes' | 'dryRun'> & { readonly id: string; readonly by: string }

export const evaluateRun = commandOf(
  'evaluate',
  (data, { id }) =>
    verdictLines(data, {
      planned: `would record  an evaluation of ${data.evaluated_agent} by ${data.evaluator_agent}`,
      done: `evaluated  ${data.evaluated_agent} in ${id}: ${data.id}`,
    }),
  {
    ask: ({ id, by, completion, quality, efficiency, ...given }: Options) => {
      const scores = { task_completion: completion, output_quality: quality, efficiency }
      return asked<'evaluate'>({ ...given, executionId: id, evaluatorAgent: by, scores })
    },
  },
)

export const feedback = commandOf(
  'feedback',
  (data, { id, verdict }) =>
    verdictLines(data, {
      planned: `would record  ${verdict} for ${data.agent_id}`,
      done: `recorded   ${verdict} for ${data.agent_id} in ${id}: ${data.id}`,
    }),
  {
    ask: ({ id, ...given }: Omit<Given<'feedback'>, 'executionId'> & { readonly id: string }) =>
      asked<'feedback'>({ ...given, executionId: id }),
  },
)

function verdictLines(
  { dry_run: isDry, reputation = null, findings }: OutputOf<'feedback'> | OutputOf<'evaluate'>,
  { planned, done }: { readonly planned: string; readonly done: string },
): readonly string[] {
  const notes = findings.map(({ message }) => `${isDry === true ? 'note          ' : 'note       '}${message}`)
  if (isDry === true) return [planned, ...notes, 'dry run      nothing was changed']
  return [done, ...notes, ...(reputation === null ? [] : [`reputation ${reputation} of 100`])]
}
