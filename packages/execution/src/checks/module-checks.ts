import { type SpacePaths, schemaIssues } from '@datacortex/platform'
import { type EmitHookOptions, emitHook } from '@datacortex/modules'
import { z } from 'zod'
import type { CheckedRun, OutputCheck } from './output-check.ts'
import { isGone } from './space-changes.ts'

const Verdict = z.object({ passed: z.boolean(), detail: z.string().optional() })

/** The checks that modules bring: one for each module that subscribes to `check_outputs`, by its name. */
export function moduleChecks(
  paths: SpacePaths,
  options: EmitHookOptions & { readonly execution_id: string; readonly task: string },
): readonly OutputCheck[] {
  const { modules, execution_id, task, ...host } = options
  return modules
    .filter(({ manifest }) => manifest.provides.hooks.includes('check_outputs'))
    .map((module) => ({
      name: module.name,
      check: async ({ root, agent, outputs }: CheckedRun, { signal }) => {
        // What is gone can't be looked at.
        const there = outputs.filter((output) => !isGone(output)).map(({ path }) => path)
        const payload = { execution_id, task, root, agent_id: agent.id, outputs: there }
        const [report] = await emitHook('check_outputs', payload, { ...host, paths, modules: [module], signal })
        if (report?.error !== undefined) throw report.error
        const verdict = Verdict.safeParse(report?.answer)
        return verdict.success
          ? verdict.data
          : { passed: false, detail: `its answer is no verdict: ${schemaIssues(verdict.error).join('; ')}` }
      },
    }))
}
