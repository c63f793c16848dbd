import type { SpacePaths } from '@datacortex/platform'
import { readTextFile } from '@datacortex/platform'
import type { AgentEntry } from '../agent-entry.ts'
import { promptFile } from './agent-source.ts'
import { withoutFrontMatter } from './front-matter.ts'
import { maxAgentFileBytes } from './read-agent-file.ts'
import { readCodexAgent } from './read-codex-agent.ts'

/**
 * The prompt of an agent, as its source file holds it now: Markdown without front matter, or Codex's instructions.
 *
 * @param paths - Of the space.
 * @param entry - Only `source` is used.
 * @returns Undefined if there is no prompt to read: no source, a card or registry file, a file that is gone.
 * @example const prompt = await readAgentBody(paths, entry)
 */
export async function readAgentBody(paths: SpacePaths, entry: Pick<AgentEntry, 'source'>): Promise<string | undefined> {
  const path = promptFile(paths, entry)
  if (path === undefined) return undefined
  const file = await readTextFile(path, { maxBytes: maxAgentFileBytes })
  if (!file.ok) return undefined
  const body = /\.toml$/i.test(path) ? readCodexAgent(file.text, path).agents[0]?.body : withoutFrontMatter(file.text)
  return body === '' ? undefined : body
}
