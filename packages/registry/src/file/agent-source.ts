import { isAbsolute, join, relative, sep } from 'node:path'
import { type SpacePaths, shellWord, recordOf } from '@datacortex/platform'
import type { AgentEntry } from './agent-entry.ts'

/**
 * How a registry names a file: relative to the space if it lies inside, else absolute; `/` between the parts.
 * @example sourcePath(paths, '/desk/.claude/agents/a.md') // '.claude/agents/a.md'
 */
export function sourcePath(paths: SpacePaths, file: string): string {
  const path = relative(paths.root, file)
  const isInside = path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
  return (isInside ? path : file).split(sep).join('/')
}

/**
 * The file an entry was made from.
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
function withoutPart(source: string | undefined): string | undefined {
  return source?.replace(/(\.(?:ya?ml|jsonc?|roomodes|kilocodemodes))#[^/]*$/i, '$1')
}

/**
 * What an import read an agent from, as `source` names files: its source, or the registry that names the prompt there.
 * @example originOf(entry) // '.claude/agents/a.md'
 */
export function originOf(entry: AgentEntry): string | undefined {
  const { from } = recordOf(entry['x-datacore'])
  return typeof from === 'string' && from.trim() !== '' ? from.trim() : entry.source
}

/**
 * The command that takes in an agent as its file is now: of an entry that came from another registry, that registry.
 * @example importAgainCommand(entry) // 'datacortex import .claude/agents/a.md'
 */
export function importAgainCommand(entry: AgentEntry): string {
  const file = withoutPart(originOf(entry)) ?? ''
  // The only format that is never found by looking.
  const format = entry.format === 'prompt' ? ' --format prompt' : ''
  return `datacortex import ${shellWord(file)}${format}`
}
