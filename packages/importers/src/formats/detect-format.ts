import { isKiroAgentFile, isModesFile, isOpencodeConfig } from './prompt-file.ts'
import type { ImportFormat } from './file-reading.ts'
import { looksLikeA2aCard } from './read-a2a-card.ts'

/** What surrounds a file, as far as it decides what the file is. */
export type FileSurroundings = {
  readonly format: ImportFormat | 'auto'
  /** The file itself was named, not a folder above it. */
  readonly isNamed: boolean
  /** Whether the file may hold an agent as Markdown: in a plugin only its agent folders may. */
  readonly mayBeAgent: boolean
}

/** The format of a file, by its path: `look` if only the content can tell; undefined if it is of no wanted format. */
export function formatOfPath(path: string, surroundings: FileSurroundings): ImportFormat | 'look' | undefined {
  const { format, isNamed, mayBeAgent } = surroundings
  const extension = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  if (isNamed && format !== 'auto') return extensions[format].includes(extension) ? format : undefined
  if (isNoAgent(path)) return undefined
  if (format === 'prompt') return extension === 'md' && !isAboutFolder(path) ? 'prompt' : undefined
  if (isCommand(path)) return undefined
  const place = formatOfPlace(path)
  if (place !== undefined) return format === 'auto' || format === place ? place : undefined
  if (extension === 'md') {
    if (!mayBeAgent && !isNamed) return undefined
    return format === 'auto'
      ? 'claude'
      : extensions[format].includes(extension) && format !== 'skill'
        ? format
        : undefined
  }
  const candidate = lookedAt[extension]
  return candidate !== undefined && (format === 'auto' || format === candidate) ? 'look' : undefined
}

/** The format of a file, by its content; for files whose path does not tell. */
export function formatOfContent(text: string, path: string): ImportFormat | undefined {
  if (/\.json$/i.test(path)) return looksLikeA2aCard(text) ? 'a2a' : undefined
  if (/\.toml$/i.test(path)) return /^[ \t]*developer_instructions[ \t]*=/m.test(text) ? 'codex' : undefined
  return /^(?:module_)?agents\s*:/m.test(text) ? 'datacore' : undefined
}

const extensions: Readonly<Record<ImportFormat, readonly string[]>> = {
  a2a: ['json'],
  claude: ['md', 'markdown'],
  codex: ['toml'],
  copilot: ['md', 'markdown'],
  cursor: ['md', 'mdc', 'markdown'],
  datacore: ['yaml', 'yml'],
  gemini: ['md', 'markdown'],
  kiro: ['json', 'md', 'markdown'],
  opencode: ['md', 'markdown', 'json', 'jsonc'],
  prompt: ['md', 'markdown'],
  roo: ['roomodes', 'kilocodemodes', 'yaml', 'yml', 'json'],
  skill: ['md', 'markdown'],
}

const lookedAt: Readonly<Record<string, ImportFormat>> = { json: 'a2a', toml: 'codex' }

function formatOfPlace(path: string): ImportFormat | undefined {
  if (/\/SKILL\.md$/i.test(path)) return 'skill'
  if (/\.(?:agent|chatmode)\.md$/i.test(path) || /\/\.github\/agents\/.*\.md$/i.test(path)) return 'copilot'
  if (/\/\.cursor\/agents\/.*\.md$/i.test(path)) return 'cursor'
  if (/\/\.claude\/agents\/.*\.md$/i.test(path)) return 'claude'
  if (/\/\.codex\/agents\/.*\.toml$/i.test(path)) return 'codex'
  if (/\/\.gemini\/agents\/.*\.md$/i.test(path)) return 'gemini'
  if (/\/(?:\.opencode|\.config\/opencode)\/agents?\/.*\.md$/i.test(path)) return 'opencode'
  if (isKiroAgentFile(path)) return 'kiro'
  if (isModesFile(path)) return 'roo'
  if (isOpencodeConfig(path)) return 'opencode'
  if (/\/agent-card\.json$|\.agent-card\.json$|\/\.well-known\/agent\.json$/i.test(path)) return 'a2a'
  if (/\/agents\.ya?ml$/i.test(path)) return 'datacore'
  return undefined
}

// Context and templates: they may have front matter of their own kind and are no agents.
function isNoAgent(path: string): boolean {
  return (
    /\/(?:AGENTS|CLAUDE|GEMINI|copilot-instructions)(?:\.local|\.override)?\.md$/i.test(path) ||
    folderOfAssistant('rules|instructions|steering|specs|output-styles|ISSUE_TEMPLATE').test(path) ||
    /\/(?:package|package-lock|tsconfig[^/]*|plugin|marketplace)\.json$/i.test(path)
  )
}

/** What a person types, which is an agent only if it is asked for. */
function isCommand(path: string): boolean {
  return folderOfAssistant('commands?|prompts').test(path)
}

function folderOfAssistant(names: string): RegExp {
  const folders = String.raw`\.claude|\.cursor|\.codex|\.gemini|\.github|\.kiro|\.vscode|\.agents|\.?opencode`
  return new RegExp(`/(?:${folders})/(?:${names})/`, 'i')
}

/** Of a folder of prompts these tell people about the folder. */
function isAboutFolder(path: string): boolean {
  return /\/(?:README|CHANGELOG|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|LICEN[CS]E)[^/]*$/i.test(path)
}
