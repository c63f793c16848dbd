import type { Finding } from '@datacortex/errors'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { shownLog } from '../knowledge/shown-log.ts'
import { outerCaller } from '../outer-caller.ts'
import { performanceAfter } from '../performance-after.ts'
import { splitList } from '../arguments/split-list.ts'

/** Arguments of `evaluate`. */
export type EvaluateOptions = {
  readonly id: string
  readonly by: string
  /** 0–100 each. */
  readonly completion: number
  readonly quality: number
  readonly efficiency: number
  /** Each with commas between tags. */
  readonly tags?: readonly string[] | undefined
  readonly notes?: string | undefined
  readonly dryRun?: true | undefined
}

/**
 * `datacortex evaluate EXEC`: records what an agent or a person says of an execution, and what follows for the agent.
 * In the run of an agent it is that agent who says it, whoever `--by` names; then a finding says so. What it may not
 * be shown is as good as unknown.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link ExecutionUnknownError} {@link SelfEvaluationError} {@link EvaluationInvalidError}
 */
export async function evaluateRun(context: Context, options: EvaluateOptions): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const [{ currentId, readCatalogue }, { evaluate }] = await Promise.all([
    import('@datacortex/registry'),
    import('@datacortex/execution'),
  ])
  const { registry } = await readCatalogue(paths, { bundledDirectory: bundledPlugins() })
  const { id, by, completion, quality, efficiency, tags, notes, dryRun } = options
  const { signal } = context
  const caller = outerCaller()
  if (caller !== undefined) await shownLog(paths, { id, signal })
  const recorded = await evaluate(
    paths,
    {
      execution_id: id,
      evaluator_agent: caller?.id ?? by,
      scores: { task_completion: completion, output_quality: quality, efficiency },
      tags: tags === undefined ? undefined : splitList(tags),
      notes,
    },
    { registry, dryRun, signal },
  )
  const { evaluation } = recorded
  const evaluator = evaluation.evaluator_agent
  const isOther = caller !== undefined && (currentId(registry, by) ?? by) !== evaluator
  const findings = [...recorded.findings, ...(isOther ? [speaksForItself(id, { by, evaluator })] : [])]
  if (dryRun === true) {
    const line = `would record  an evaluation of ${evaluation.evaluated_agent} by ${evaluator}`
    const notes = findings.map(({ message }) => `note          ${message}`)
    const lines = [line, ...notes, 'dry run      nothing was changed']
    return { data: { ...evaluation, id: null, dry_run: true, findings }, lines }
  }
  const after = await performanceAfter(paths, { agent: evaluation.evaluated_agent, registry, signal })
  return {
    data: { ...evaluation, ...after.data, findings: [...findings, ...after.data.findings] },
    lines: [
      `evaluated  ${evaluation.evaluated_agent} in ${id}: ${evaluation.id}`,
      ...findings.map(({ message }) => `note       ${message}`),
      ...after.lines,
    ],
  }
}

function speaksForItself(id: string, { by, evaluator }: { readonly by: string; readonly evaluator: string }): Finding {
  return {
    code: 'CLI_EVALUATOR_IS_CALLER',
    severity: 'warning',
    subject: id,
    message: `This runs in a run of ${evaluator}, so the evaluation is that of ${evaluator} and not of ${by}.`,
    hint: `Somebody else evaluates outside of this run: datacortex evaluate ${id} --by ${by} …`,
  }
}
