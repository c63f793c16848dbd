import type { SearchPort } from '@datacortex/memory'
import type { NoteLocations } from '@datacortex/notes'
import type { SpacePaths, WritesBroker } from '@datacortex/platform'
import type { Extraction, HookPayloads, HookPoint, SubAgentInput, Writer } from '@datacortex/plugin'
import type { AuthorityRules } from './ideas/authority-rules.ts'
import type { TagVocabulary } from './tags/tag-vocabulary.ts'
import type { Embed } from './text/embed.ts'

/** The sub-agents that there are, each call in a worker with limits of time and memory. */
export type SubAgentPool = {
  /** Id of the first sub-agent that takes the input, if one does. */
  readonly accepts: (input: SubAgentInput) => string | undefined | Promise<string | undefined>
  /** Rejects with a coded error that says what the content is: encrypted, no text layer, a log-in page… */
  readonly extract: (id: string, input: SubAgentInput, options: { readonly signal: AbortSignal }) => Promise<Extraction>
}

/** Writes files of the space; `plan` is for dry runs. */
export type WritesPort = Pick<WritesBroker, 'plan' | 'write' | 'writeAll'>

export type NoteToWrite = Parameters<WritesPort['write']>[0]

/** Tells the modules that subscribe to a point; never rejects because of one of them. */
export type HooksPort = {
  readonly emit: <Point extends HookPoint>(
    point: Point,
    payload: HookPayloads[Point],
    options: { readonly signal: AbortSignal },
  ) => Promise<readonly { readonly module: string; readonly answer?: unknown }[]>
}

/** What the knowledge extractor works with. Only `paths`, `space`, `subAgents` and `writes` must be there. */
export type KnowledgePorts = {
  readonly paths: SpacePaths
  /** Folder that the notes go to, such as `0-personal`. */
  readonly space: string
  readonly subAgents: SubAgentPool
  readonly writes: WritesPort
  /** `knowledge_locations` of agents.yaml. */
  readonly locations?: NoteLocations | undefined
  readonly search?: SearchPort | undefined
  readonly embed?: Embed | undefined
  readonly writer?: Writer | undefined
  readonly hooks?: HooksPort | undefined
  /** Why the caller may not have a file or folder read, by its path; undefined if they may. */
  readonly hidden?:
    | ((path: string) => Promise<{ readonly reason: string; readonly hint: string } | undefined>)
    | undefined
  readonly tags?: TagVocabulary | undefined
  /** `work_areas` of the settings: id to what it is about. */
  readonly workAreas?: Readonly<Record<string, string>> | undefined
  /** Rules that come before the built-in ones: domain to authority. */
  readonly authority?: AuthorityRules | undefined
  /** Larger inputs are refused before they are read; 200 MB if absent. */
  readonly maxBytes?: number | undefined
  /** Whether the text of binary files and saved pages of the space is kept beside them, as `<file>.md`. */
  readonly companions?: boolean | undefined
  /** Whether the whole text of what is taken in is kept beside its note, or folded in it; `beside` if absent. */
  readonly texts?: 'beside' | 'folded' | 'none' | undefined
  /** Most zettels of one document; 30 if absent. */
  readonly mostZettels?: number | undefined
  readonly now?: (() => number) | undefined
  /** Whether `writes` only plans, so that no other process is in the way. */
  readonly isDryRun?: boolean | undefined
  /** Id of the run of research that this is part of, for the hook `post_extract`. */
  readonly run?: string | undefined
}
