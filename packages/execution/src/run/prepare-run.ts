import type { SpacePaths } from '@datacortex/platform'
import { loadContext } from '../context/load-context.ts'
import { taskContext } from '../context/task-context.ts'
import { privacyFilter } from '../context/privacy-filter.ts'
import { privacyOf } from '../context/privacy.ts'
import { readSecretValues } from '../context/secret-values.ts'
import { withFormerNames } from '../context/with-former-names.ts'
import { concealedTask } from './answer/concealed-task.ts'
import type { RunPlan } from './plan-run.ts'
import { recordSearches } from './record-searches.ts'
import type { RunAgentOptions } from './run-agent-options.ts'

/** Gathers what a run is given before anybody runs it: for code the task, for all others what they should know. */
export async function prepareRun(
  paths: SpacePaths,
  { id, plan, options }: { id: string; plan: RunPlan; options: RunAgentOptions },
) {
  const { agent, chosen, settings } = plan
  const { catalogue, task, signal, onProgress } = options
  const { registry } = catalogue
  const searches = options.search === undefined ? undefined : recordSearches(options.search)
  // As it was asked for: a deprecated name is told.
  const asked = { registry, agent: options.agent, task, settings }
  const { budget, space } = options
  const context =
    chosen.kind === 'plugin'
      ? await loadContext(paths, { ...asked, memory: searches?.port, budget, space, signal })
      : await taskContext(paths, asked)
  onProgress?.({
    type: 'context',
    parts: context.parts.length,
    tokens: context.tokens,
    leftOut: context.left_out.length,
  })
  const privacy = privacyOf(withFormerNames(settings.privacy, registry))
  const { path: whyHidden } = privacyFilter(paths, { privacy, agentId: agent.id })
  const secretNames = chosen.kind === 'plugin' ? chosen.secrets : []
  const secrets = await readSecretValues(paths, { names: secretNames })
  const { task: shownTask, findings } = concealedTask(task, { id, secrets })
  return { context, searches, whyHidden, secretNames, secrets, shownTask, findings: [...context.findings, ...findings] }
}

export type PreparedRun = Awaited<ReturnType<typeof prepareRun>>
