import type { SpacePaths } from '@datacortex/platform'
import type { AgentPerformance, RegisteredAgent } from '@datacortex/registry'
import { agentHash, componentHashes, componentTexts } from './component-texts.ts'
import { readPrompt } from './read-prompt.ts'
import { readSecretValues } from './secret-values.ts'

type Versions = NonNullable<AgentPerformance['version_history']>

/**
 * The versions of an agent with the one that it is now, first: a prompt, an entry or a component that changed makes one,
 * before it ever ran.
 * @param history - Of the runs in the log.
 * @example (await versionsOf(paths, agent, entry.performance?.version_history ?? []))[0]?.hash
 */
export async function versionsOf(paths: SpacePaths, agent: RegisteredAgent, history: Versions): Promise<Versions> {
  const [{ prompt }, texts, secrets] = await Promise.all([
    readPrompt(paths, agent),
    componentTexts(paths, agent.composition?.parts ?? []),
    readSecretValues(paths),
  ])
  const components = componentHashes(texts)
  const hash = agentHash(agent, { prompt: secrets.conceal(prompt.text.trim()).text, components })
  if (history[0]?.hash === hash) return history
  const { version = 'unversioned' } = agent.entry
  return [{ version, hash, component_hashes: components, executions: 0 }, ...history]
}
