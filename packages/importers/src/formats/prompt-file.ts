import { sep } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { type AgentEntry, agentSourceFile } from '@datacortex/registry'

/**
 * The file that an agent's prompt is read from.
 *
 * @param entry - Only `source` is used.
 * @returns Absolute path, also of a file that is gone; undefined for cards, registry files and agents without source.
 * @example promptFile(paths, entry) // '/desk/.claude/agents/a.md'
 */
export function promptFile(paths: SpacePaths, entry: Pick<AgentEntry, 'source'>): string | undefined {
  const path = agentSourceFile(paths, entry)
  if (path === undefined) return undefined
  const place = path.split(sep).join('/')
  const holdsPrompt = /\.(?:md|markdown|toml|txt)$/i.test(path) || promptHolders.some((isOne) => isOne(place))
  return holdsPrompt ? path : undefined
}

/** Whether a file is an agent of Kiro, which may be JSON. */
export function isKiroAgentFile(path: string): boolean {
  return /(?:^|\/)\.kiro\/agents\/.*\.(?:json|md)$/i.test(path)
}

/** Whether a file holds modes of Roo Code or Kilo Code: prompts of several agents. */
export function isModesFile(path: string): boolean {
  return /(?:^|\/)(?:\.roomodes|\.kilocodemodes|custom_modes\.ya?ml)$/i.test(path)
}

/** Whether a file holds the settings of opencode, which may describe several agents. */
export function isOpencodeConfig(path: string): boolean {
  return /(?:^|\/)opencode\.jsonc?$/i.test(path)
}

const promptHolders = [isKiroAgentFile, isModesFile, isOpencodeConfig]
