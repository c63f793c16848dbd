import type { SpacePaths } from '@datacortex/platform'
import { loadContext, taskContext } from '../context/load-context.ts'
import { privacyFilter } from '../context/privacy-filter.ts'
import { privacyOf, withFormerNames } from '../context/privacy.ts'
import { type SecretValues, readSecretValues } from '../context/secret-values.ts'
import type { RunPlan } from './plan-run.ts'
import type { RunAgentOptions } from './run-agent-options.ts'
import { type SearchPort, reasoningPath } from '@datacortex/memory'
import type { LoggedHop, LoggedReasoningPath } from '../log/log-entries.ts'
import { warningFinding } from '@datacortex/errors'

/** Gathers what a run is given before anybody runs it: for code the task, for all others what they should know. */
export async function prepareRun(
  paths: SpacePaths,
  { id, plan, options }: { id: string; plan: RunPlan; options: RunAgentOptions },
) {
  const { agent, chosen, settings } = plan
  const { catalogue, task, signal, onProgress } = options
  const { registry } = catalogue
  const searches = options.search === undefined ? undefined : recordSearches(options.search)
  // As it was asked for: a deprecated name is reported.
  const asked = { registry, agent: options.agent, task, tags: options.tags, skill: plan.skill, settings }
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

/** Keeps a record of the searches for a context. See DIP-0016 §6.2. */
function recordSearches(search: SearchPort) {
  const hops: LoggedHop[] = []
  return {
    port: async (query: string, options: Parameters<SearchPort>[1]) => {
      const hits = await search(query, options)
      hops.push(...reasoningPath(query, hits).hops)
      return hits
    },
    path: (
      executionId: string,
      { given, conceal }: { given: readonly string[]; conceal: (query: string) => string },
    ): LoggedReasoningPath | undefined => {
      if (hops.length === 0) return undefined
      // The task stands in queries.
      const reported = hops.map((hop) => (hop.query === undefined ? hop : { ...hop, query: conceal(hop.query) }))
      return { execution_id: executionId, hops: reported, final_context: [...new Set(given)] }
    },
  }
}

/** The task without the secrets of the space, for log, memory and hooks; the agent gets it as it was written. */
function concealedTask(task: string, { id, secrets }: { id: string; secrets: Pick<SecretValues, 'conceal'> }) {
  const { text, concealed } = secrets.conceal(task)
  if (concealed.length === 0) return { task, findings: [] }
  return {
    task: text,
    findings: [
      warningFinding('EXECUTION_SECRET_CONCEALED', id, {
        message: `The task of ${id} holds a secret, which is neither logged nor remembered: ${concealed.join(', ')}. The runner got it as it was written.`,
        hint: 'Name the secret in a task, not its value; if the runner is a service of others, consider a new one.',
      }),
    ],
  }
}
