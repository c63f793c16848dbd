import type { KnowledgeExtractor, KnowledgePorts, WritesPort } from '@datacortex/knowledge-extractor'
import type { Extraction, Speech, Writer } from '@datacortex/plugin'
import type { Budget, Sources } from '@datacortex/sources'
import type { ResearchRun } from '../runs/research-run.ts'
import type { Phase } from '../runs/run-record.ts'
import type { ScriptTurn } from '../synthesis/render-script.ts'
import type { LocalNote } from '../synthesis/types.ts'
import type { ResearchCandidate } from './candidate.ts'
import type { ResearchConfig } from './research-options.ts'

/** What research works with, wired by the program. */
export type ResearchPorts = Pick<KnowledgePorts, 'paths' | 'writes' | 'hooks' | 'embed' | 'writer' | 'now'> & {
  readonly sources: Sources
  /** Fetches and reads a page, or reads a file by its path, whatever kind it is; rejects with a coded error that says why it can't be read. */
  readonly readPage: (
    place: string,
    options: { readonly signal: AbortSignal },
  ) => Promise<
    Extraction & {
      /** Of what was read in the end; HTML if absent. */
      readonly contentType?: string | undefined
      /** Where that was, after redirects, if its document does not say it. */
      readonly url?: string | undefined
    }
  >
  /** Makes notes of what was read; `writes` and `writer`, which the run pays and keeps, take the place of its own. */
  readonly openExtractor: (
    run: string,
    own: { readonly writes: WritesPort; readonly writer?: Writer | undefined },
  ) => KnowledgeExtractor
  /** Text of a file of the space; undefined if it is not there. */
  readonly readFile: (path: string) => Promise<string | undefined>
  /** Notes of the space about a topic, best first. */
  readonly localNotes?: (topic: string, options: { readonly signal: AbortSignal }) => Promise<readonly LocalNote[]>
  readonly speak?: ((turns: readonly ScriptTurn[], options: SpeakOptions) => Promise<RunAudio>) | undefined
  /** Asks a person which candidates to gather, by id, unless numbers were given; without it the threshold decides. */
  readonly choose?:
    | ((candidates: readonly ResearchCandidate[], options: ChooseOptions) => Promise<readonly string[]>)
    | undefined
  readonly onProgress?: ((event: ResearchProgress) => void) | undefined
}

export type ChooseOptions = {
  /** What fits less than this is left out where nobody decides, 0–1. */
  readonly threshold: number
  /** Most dollars for reading one of them through reader services; what comes with its text costs nothing. */
  readonly readUsd: number
  /** Why a selection that was made before does not do. */
  readonly notice?: string | undefined
  readonly signal: AbortSignal
}

export type SpeakOptions = {
  readonly path: string
  readonly title: string
  /** Of what the script tells: BCP 47, `und` if it was not recognised. */
  readonly language: string
  /** A back end that the run pays: each one is to be spoken through by this. */
  readonly paid: (speech: Speech) => Speech
  readonly signal: AbortSignal
}

export type RunAudio = { readonly path?: string | undefined; readonly problems: readonly string[] }

type ResearchProgress = {
  readonly run: string
  readonly phase: Phase
  readonly done: number
  readonly total: number
  /** What was done last: a source, a title, a file. */
  readonly subject: string
}

export type RunInProgress = {
  readonly run: ResearchRun
  readonly config: ResearchConfig
  readonly ports: ResearchPorts
  readonly budget: Budget
  readonly signal: AbortSignal
}
