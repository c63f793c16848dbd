import type { AgentEntry } from '@datacortex/registry'
import type { Finding } from '@datacortex/errors'

const ofAssistants = ['claude', 'skill', 'copilot', 'cursor', 'codex', 'gemini', 'opencode', 'kiro', 'amazonq'] as const

/** The formats that agents are imported from. */
export const importFormats = [...ofAssistants, 'goose', 'continue', 'roo', 'prompt', 'datacore', 'a2a'] as const

/** One of them. */
export type ImportFormat = (typeof importFormats)[number]

/** How a root is imported, which is remembered with it. */
export type RootOptions = {
  /** `auto`, if absent: decided for each file by its path and content. */
  readonly format?: ImportFormat | 'auto' | undefined
  /** Files that only guide an assistant, and are agents here: commands, rules, instructions; none if absent. */
  readonly guides?: readonly GuideKind[] | undefined
  /** Patterns of paths that are left out, at any depth, such as `drafts/**`. */
  readonly exclude?: readonly string[] | undefined
}

export type ImportedAgent = {
  /** From its name; another one is given if it is taken. */
  readonly id: string
  readonly entry: AgentEntry
  readonly path: string
  /** The prompt, without front matter. */
  readonly body?: string | undefined
  /** Which part of the file it is, if that holds the prompts of several. */
  readonly part?: string | undefined
}

/** Files that only guide an assistant: agents if that is asked for. */
export const guideKinds = ['commands', 'rules', 'instructions'] as const

export type GuideKind = (typeof guideKinds)[number]

/** Why no agent came of a file: `lost`, it should give one; `asked`, it would on request; `foreign`, it is about something else. */
export type LeftOutKind = 'lost' | 'asked' | 'link' | 'foreign'

/** A file, folder or listed plugin that gave no agent. */
export type SkippedFile = {
  readonly path: string
  /** From 1. */
  readonly line?: number | undefined
  readonly reason: string
  /** `lost` if absent. */
  readonly kind?: LeftOutKind | undefined
}

/** What one file gave. All three are empty exactly if the file is about something else than agents. */
export type FileReading = {
  readonly agents: readonly ImportedAgent[]
  readonly skipped: readonly SkippedFile[]
  readonly findings: readonly Finding[]
}

export const noAgents: FileReading = { agents: [], skipped: [], findings: [] }

export function skippedReading(skipped: SkippedFile): FileReading {
  return { ...noAgents, skipped: [skipped] }
}
