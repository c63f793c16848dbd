import { dataFormatOf, mayBeRecipe } from './prompt-file.ts'
import { type GuideKind, type ImportFormat, type SkippedFile } from './file-reading.ts'
import { looksLikeA2aCard } from './read-a2a-card.ts'

/** What surrounds a file, as far as it decides what the file is. */
export type FileSurroundings = {
  readonly format: ImportFormat | 'auto'
  /** The file itself was named, not a folder above it. */
  readonly isNamed: boolean
  /** Whether the file may hold an agent as Markdown: in a plugin only its agent folders may. */
  readonly mayBeAgent: boolean
  /** Files that only guide an assistant, and are agents here; none if absent. */
  readonly guides?: readonly GuideKind[] | undefined
  /** Whether it lies where a plugin has its commands. */
  readonly isCommand?: boolean | undefined
}

/** The format of a file, by its path: `look` if only the content can tell; undefined if it is of no wanted format. */
export function formatOfPath(path: string, surroundings: FileSurroundings): ImportFormat | 'look' | undefined {
  const { format, isNamed, mayBeAgent } = surroundings
  const extension = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  const isOfFormat = format !== 'auto' && (extensions[format] ?? markdown).includes(extension)
  if (isNamed && format !== 'auto') return isOfFormat ? format : undefined
  const guide = guideKindOf(path, surroundings)
  if (guide !== undefined) {
    const isWanted = surroundings.guides?.includes(guide) === true || (guide === 'commands' && format === 'prompt')
    return isWanted && isGuideText.test(path) ? 'prompt' : undefined
  }
  if (isNoAgent(path)) return undefined
  if (format === 'prompt') return extension === 'md' && !isAboutFolder(path) ? 'prompt' : undefined
  const place = formatOfPlace(path)
  if (place !== undefined) return format === 'auto' || format === place ? place : undefined
  if (extension === 'md') {
    if (!mayBeAgent && !isNamed) return undefined
    if (format === 'auto') return 'claude'
    return isOfFormat && format !== 'skill' ? format : undefined
  }
  const isLookedAt = (lookedAt[extension] ?? []).some((one) => format === 'auto' || format === one)
  return isLookedAt && (/^(?:json|toml)$/.test(extension) || isNamed || mayBeRecipe(path)) ? 'look' : undefined
}

/** Why a file gives no agent of which the path has no wanted format. */
export function leftOut(path: string, surroundings: FileSurroundings): SkippedFile {
  const guide = isGuideText.test(path) ? guideKindOf(path, surroundings) : undefined
  return guide === undefined
    ? { path, kind: 'foreign', reason: 'it is about something else' }
    : { path, kind: 'asked', reason: `${guide} of an assistant are agents if you ask for them` }
}

/** Whether a path says that its file is an agent, also if the file says nothing of itself. */
export function isAgentPlace(path: string): boolean {
  // A skill that is a file, not a folder.
  return (formatOfPlace(path) !== undefined || /\/skills\/[^/]+\.md$/i.test(path)) && !isAboutFolder(path)
}

/** The format of a file, by its content; for files whose path does not tell. */
export function formatOfContent(text: string, path: string): ImportFormat | undefined {
  if (mayBeRecipe(path) && /["']?title["']?\s*:/.test(text) && /["']?(?:instructions|prompt)["']?\s*:/.test(text))
    return 'goose'
  if (/\.json$/i.test(path)) return looksLikeA2aCard(text) ? 'a2a' : undefined
  if (/\.toml$/i.test(path)) return /^[ \t]*developer_instructions[ \t]*=/m.test(text) ? 'codex' : undefined
  return /^(?:module_)?agents\s*:/m.test(text) ? 'datacore' : undefined
}

const markdown = ['md', 'markdown']

/** Of those that are not Markdown alone. */
const extensions: Readonly<Partial<Record<ImportFormat, readonly string[]>>> = {
  a2a: ['json'],
  amazonq: ['json'],
  codex: ['toml'],
  continue: ['md', 'yaml', 'yml'],
  cursor: [...markdown, 'mdc', 'cursorrules'],
  datacore: ['yaml', 'yml'],
  goose: ['yaml', 'yml', 'json'],
  kiro: ['json', ...markdown],
  opencode: [...markdown, 'json', 'jsonc'],
  prompt: [...markdown, 'mdc', 'txt'],
  roo: ['roomodes', 'kilocodemodes', 'yaml', 'yml', 'json'],
}

const lookedAt: Readonly<Record<string, readonly ImportFormat[]>> = {
  json: ['a2a', 'goose'],
  toml: ['codex'],
  yaml: ['goose', 'datacore'],
  yml: ['goose', 'datacore'],
}

function formatOfPlace(path: string): ImportFormat | undefined {
  if (/\/SKILL\.md$/i.test(path)) return 'skill'
  if (/\.(?:agent|chatmode)\.md$/i.test(path) || /\/\.github\/agents\/.*\.md$/i.test(path)) return 'copilot'
  if (/\/\.cursor\/agents\/.*\.md$|\.mdc$|\/\.cursorrules$/i.test(path)) return 'cursor'
  if (/\/\.claude\/agents\/.*\.md$/i.test(path)) return 'claude'
  if (/\/\.codex\/agents\/.*\.toml$/i.test(path)) return 'codex'
  if (/\/\.gemini\/agents\/.*\.md$/i.test(path)) return 'gemini'
  if (/\/(?:\.opencode|\.config\/opencode)\/agents?\/.*\.md$/i.test(path)) return 'opencode'
  const data = dataFormatOf(path)
  if (data !== undefined) return data
  if (/\/agent-card\.json$|\.agent-card\.json$|\/\.well-known\/agent\.json$/i.test(path)) return 'a2a'
  if (/\/agents\.ya?ml$/i.test(path)) return 'datacore'
  return undefined
}

/** What a person types, and what an assistant always reads: no agents unless they are asked for. */
function guideKindOf(path: string, { isCommand = false }: Pick<FileSurroundings, 'isCommand'>): GuideKind | undefined {
  if (isCommand || folderOfAssistant('commands?|prompts').test(path)) return 'commands'
  if (folderOfAssistant('rules(?:-[^/]+)?|steering').test(path) || /\/\.(?:windsurf|cline)rules(?:$|\/)/i.test(path))
    return 'rules'
  const isInstruction =
    /\/(?:(?:AGENTS|CLAUDE|GEMINI|copilot-instructions)(?:\.local|\.override)?\.md|\.goosehints)$/i.test(path)
  return isInstruction || folderOfAssistant('instructions').test(path) ? 'instructions' : undefined
}

const isGuideText = /\.(?:mdc?|markdown|txt|(?:windsurf|cline)rules|goosehints)$/i

// Templates and settings: they may have front matter of their own kind and are no agents.
function isNoAgent(path: string): boolean {
  return (
    folderOfAssistant('specs|output-styles|ISSUE_TEMPLATE').test(path) ||
    /\/(?:package|package-lock|tsconfig[^/]*|plugin|marketplace)\.json$/i.test(path)
  )
}

function folderOfAssistant(names: string): RegExp {
  const folders = String.raw`\.(?:amazonq|claude|continue|cursor|codex|gemini|github|kiro|roo|vscode|windsurf|agents)|\.?opencode`
  return new RegExp(`/(?:${folders})/(?:${names})/`, 'i')
}

/** Of a folder of prompts these tell people about the folder. */
export function isAboutFolder(path: string): boolean {
  return /\/(?:README|CHANGELOG|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|LICEN[CS]E)[^/]*$/i.test(path)
}
