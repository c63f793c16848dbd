import type { Settings, SpacePaths } from '@datacortex/platform'
import { type Registry, resolveAgent } from '@datacortex/registry'
import { type LoadedContext, deprecations } from './load-context.ts'
import { withFormerNames } from './with-former-names.ts'
import { privacyFilter } from './privacy-filter.ts'
import { privacyOf } from './privacy.ts'
import { readPrompt } from './read-prompt.ts'

/** What an agent is given that is code: the task. */
export async function taskContext(
  paths: SpacePaths,
  { registry, agent: asked, task, settings }: { registry: Registry; agent: string; task: string; settings: Settings },
): Promise<LoadedContext> {
  const resolved = resolveAgent(registry, asked)
  const { agent } = resolved
  const { prompt } = await readPrompt(paths, agent)
  const privacy = privacyOf(withFormerNames(settings.privacy, registry))
  const { origin, text, because } = prompt
  return {
    agent: agent.id,
    level: privacyFilter(paths, { privacy, agentId: agent.id }).level,
    parts: [{ kind: 'prompt', origin, text: text.trim(), tokens: 0, provenance: { because } }],
    left_out: [],
    tokens: 0,
    prompt: task,
    findings: deprecations(resolved),
  }
}
