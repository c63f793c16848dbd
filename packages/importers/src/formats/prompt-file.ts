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
  const holdsPrompt = promptText.test(path) || dataFormatOf(place) !== undefined || mayBeRecipe(place)
  return holdsPrompt ? path : undefined
}

/** Files that are a prompt, with or without front matter, and those of Codex. */
const promptText = /\.(?:mdc?|markdown|toml|txt|(?:cursor|windsurf|cline)rules|goosehints)$/i

/** Formats of data that hold prompts, and where their files lie. */
const dataPlaces = [
  ['kiro', /(?:^|\/)\.kiro\/agents\/.*\.(?:json|md)$/i],
  ['amazonq', /(?:^|\/)\.amazonq\/(?:cli-)?agents\/.*\.json$/i],
  ['continue', /(?:^|\/)\.continue\/(?:agents|assistants)\/.*\.(?:ya?ml|md)$/i],
  ['goose', /(?:^|\/)\.?goose\/recipes\/.*\.(?:ya?ml|json)$/i],
  // Modes of Roo Code or Kilo Code: prompts of several agents.
  ['roo', /(?:^|\/)(?:\.roomodes|\.kilocodemodes|custom_modes\.ya?ml)$/i],
  ['opencode', /(?:^|\/)opencode\.jsonc?$/i],
] as const

/** The format that a path gives to a file of data with prompts in it. */
export function dataFormatOf(path: string): (typeof dataPlaces)[number][0] | undefined {
  return dataPlaces.find(([, place]) => place.test(path))?.[0]
}

/** Whether a file may be a recipe of goose, which only its content can tell: that of other programs is called so, too. */
export function mayBeRecipe(path: string): boolean {
  return /recipe(?:s\/.*|[^/]*)\.(?:ya?ml|json)$/i.test(path)
}
