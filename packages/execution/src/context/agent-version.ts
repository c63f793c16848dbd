import { join } from 'node:path'
import { CodedError, codedError } from '@datacortex/errors'
import { type SpacePaths, appendLines, inTurns, parseJsonLine, readJournalLines, withLock } from '@datacortex/platform'
import type { AgentPerformance, RegisteredAgent, Registry } from '@datacortex/registry'
import { z } from 'zod'
import { agentHash, componentHashes, componentTexts } from './component-texts.ts'
import { readPrompt } from './read-prompt.ts'
import { readSecretValues } from './secret-values.ts'
import { keepVersionText, versionText } from './version-texts.ts'

type Versions = NonNullable<AgentPerformance['version_history']>

const Kept = z.object({
  agent: z.string(),
  version: z.string(),
  hash: z.string(),
  component_hashes: z.array(z.string()),
  deployed: z.string(),
})

/**
 * The versions of an agent with the one that it is now, first: a prompt, an entry or a component that changed makes one,
 * before it ever ran.
 * @param history - Of the runs in the log.
 * @example (await versionsOf(paths, agent, entry.performance?.version_history ?? []))[0]?.hash
 */
export async function versionsOf(paths: SpacePaths, agent: RegisteredAgent, history: Versions): Promise<Versions> {
  const { text: _text, ...now } = await versionNow(paths, agent)
  const kept = (await keptVersions(paths)).filter((one) => one.agent === agent.id)
  const ran = new Set(history.map(({ hash }) => hash))
  const others = kept.filter(({ hash }) => hash !== now.hash && !ran.has(hash))
  const before = [...history, ...others.map(({ agent: _agent, ...one }) => ({ ...one, executions: 0 }))]
  const former = before.filter(({ hash }) => hash !== now.hash)
  const newestFirst = former.toSorted(({ deployed: a = '' }, { deployed: b = '' }) => Number(a < b) - Number(a > b))
  return [history.find(({ hash }) => hash === now.hash) ?? { ...now, executions: 0 }, ...newestFirst]
}

/**
 * Keeps the versions that agents are now by their components, for those that never run. What changes components calls
 * it before and after, and what tells of agents once a file changed by another hand.
 * @throws `PLATFORM_FILE_UNWRITABLE`
 * @example await keepVersions(paths, (await readCatalogue(paths)).registry)
 */
export async function keepVersions(paths: SpacePaths, { agents }: Registry, now: () => number = Date.now) {
  const composed = [...agents.values()].filter(({ composition }) => composition !== undefined)
  if (composed.length === 0) return
  const versions = await inTurns(composed, { atOnce: 16 }, async (one) => {
    const { text, ...version } = await versionNow(paths, one)
    await keepVersionText(paths, version.hash, text)
    return { agent: one.id, ...version }
  })
  const deployed = new Date(now()).toISOString()
  await withLock(join(paths.locksDirectory, 'agent-versions'), async () => {
    const last = new Map((await keptVersions(paths)).map(({ agent, hash }) => [agent, hash]))
    const changed = versions.filter(({ agent, hash }) => last.get(agent) !== hash)
    if (changed.length > 0)
      await appendLines(
        journalOf(paths),
        changed.map((one) => JSON.stringify({ ...one, deployed })),
      )
  })
}

const journalOf = ({ stateDirectory }: SpacePaths): string => join(stateDirectory, 'agent-versions.jsonl')

async function keptVersions(paths: SpacePaths): Promise<readonly z.infer<typeof Kept>[]> {
  const read = await readJournalLines(journalOf(paths)).catch(codedError)
  const lines = CodedError.is(read) ? [] : read.lines.map(({ line }) => parseJsonLine(line, Kept))
  return lines.filter((one) => typeof one !== 'string')
}

/**
 * The version that an agent is now, and what it is made of.
 * @example (await versionNow(paths, agent)).text
 */
export async function versionNow(paths: SpacePaths, agent: RegisteredAgent) {
  const [{ prompt }, texts, secrets] = await Promise.all([
    readPrompt(paths, agent),
    componentTexts(paths, agent.composition?.parts ?? []),
    readSecretValues(paths),
  ])
  const components = componentHashes(texts)
  const own = secrets.conceal(prompt.text.trim()).text
  return {
    version: agent.entry.version ?? 'unversioned',
    hash: agentHash(agent, { prompt: own, components }),
    component_hashes: components,
    text: versionText(agent, {
      prompt: own,
      components: texts.map(({ text }) => secrets.conceal(text).text),
    }),
  }
}
