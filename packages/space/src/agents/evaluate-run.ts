import { type Finding, warningFinding } from '@datacortex/errors'
import { type Evaluation, evaluate } from '@datacortex/execution'
import { currentId } from '@datacortex/registry'
import { z } from 'zod'
import { splitList } from '../caller/split-list.ts'
import { operation } from '../operation.ts'
import { dryRun, name, tags, text } from '../schema.ts'
import { type Recorded, performanceAfter } from '../logs/performance-after.ts'
import { shownLog } from '../logs/shown-log.ts'

const points = z.number().min(0).max(100)

export const evaluateRun = operation({
  input: z.strictObject({
    execution_id: name.describe('As its run gave it.'),
    evaluator_agent: name.describe('The agent that evaluates, or `user`.'),
    scores: z
      .strictObject({ task_completion: points, output_quality: points, efficiency: points })
      .describe('0–100 each.'),
    tags: tags.describe('What to call it by.'),
    notes: text.optional().describe('Why.'),
    dry_run: dryRun,
  }),
  output: z.looseObject({ evaluator_agent: z.string(), evaluated_agent: z.string() }),
  run: async (
    work,
    { dry_run: dryRun = false, tags: given, evaluator_agent: by, ...said },
  ): Promise<Recorded<Evaluation>> => {
    const { caller, paths, signal } = work
    const { execution_id: id } = said
    const isAgent = caller.kind === 'agent'
    if (isAgent) await shownLog(work, { id, signal })
    const { registry } = await work.catalogue()
    const { evaluation, findings: ofEvaluation } = await evaluate(
      paths,
      { ...said, evaluator_agent: isAgent ? caller.id : by, tags: given === undefined ? undefined : splitList(given) },
      { registry, dryRun, signal },
    )
    const evaluator = evaluation.evaluator_agent
    const isOther = isAgent && (currentId(registry, by) ?? by) !== evaluator
    const findings = [...ofEvaluation, ...(isOther ? [speaksForItself(id, { by, evaluator })] : [])]
    if (dryRun) return { ...evaluation, id: null, dry_run: true, findings }
    const after = await performanceAfter(work, { agent: evaluation.evaluated_agent, registry })
    return { ...evaluation, ...after, findings: [...findings, ...after.findings] }
  },
})

function speaksForItself(id: string, { by, evaluator }: { readonly by: string; readonly evaluator: string }): Finding {
  return warningFinding('CLI_EVALUATOR_IS_CALLER', id, {
    message: `This runs in a run of ${evaluator}, so the evaluation is that of ${evaluator} and not of ${by}.`,
    hint: `Somebody else evaluates outside of this run: datacortex evaluate ${id} --by ${by} …`,
  })
}
