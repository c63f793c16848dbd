import { isAbsolute, join, relative, sep } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { isRecord } from '@datacortex/platform'
import type { AgentEntry } from '../../agent-entry.ts'
import { textOf } from '../formats/field-values.ts'

/** How a registry names a file: relative to the space if it lies inside, else absolute; `/` between the parts. */
export function sourcePath(paths: SpacePaths, file: string): string {
  const path = relative(paths.root, file)
  const isInside = path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
  return (isInside ? path : file).split(sep).join('/')
}

/**
 * The file an entry was made from.
 *
 * @param entry - `source` may name one entry of a file: `agents.yaml#writer`.
 * @returns Absolute path; undefined for URLs, for entries without source, and for relative paths that leave the space.
 * @example agentSourceFile(paths, entry) // '/desk/.claude/agents/a.md'
 */
export function agentSourceFile(paths: SpacePaths, entry: Pick<AgentEntry, 'source'>): string | undefined {
  const file = withoutPart(entry.source)
  if (file === undefined || file === '' || /^[a-z][a-z\d+.-]+:\/\//i.test(file)) return undefined
  if (isAbsolute(file)) return file
  const absolute = join(paths.root, file)
  return isAbsolute(sourcePath(paths, absolute)) ? undefined : absolute
}

/** A source without the entry that it names in its file: `agents.yaml` of `agents.yaml#writer`. */
export function withoutPart(source: string | undefined): string | undefined {
  return source?.replace(/(\.(?:ya?ml|roomodes|kilocodemodes)|opencode\.jsonc?)#[^/]*$/i, '$1')
}

/**
 * What an import read an agent from, as `source` names files: its source, or the registry that names the prompt there.
 */
export function originOf(entry: AgentEntry): string | undefined {
  const { 'x-datacore': extension } = entry
  return (isRecord(extension) ? textOf(extension['from']) : undefined) ?? entry.source
}

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
