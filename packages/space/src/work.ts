import type { openMind } from '@datacortex/cognition'
import type { DirectoryCache } from '@datacortex/directory'
import type { Embedder } from '@datacortex/embeddings'
import type { SecretSource } from '@datacortex/export'
import type { AllIndexed, openHotCache, openNoteIndex } from '@datacortex/memory'
import type { RootMemory } from '@datacortex/importers/roots'
import type { OnProgress, Settings, SpacePaths } from '@datacortex/platform'
import type { Logger } from '@datacortex/plugin'
import type { Catalogue } from '@datacortex/modules'
import type { Finder } from '@datacortex/registry/find'
import type { ResearchPorts } from '@datacortex/research'
import type { Caller } from './caller/caller.ts'
import type { ShownCommand, SpaceCommand } from './caller/space-command.ts'
import type { PlannedModule } from './modules/planned-module.ts'
import type { ShownWanted } from './trust/shown-wanted.ts'
import type { WatchNews } from './indexing/watch-news.ts'

/** What one operation works with: the space, who asks, how to stop it and whom to tell, and the parts that it shares. */
export type Work = {
  readonly paths: SpacePaths
  readonly caller: Caller
  readonly signal: AbortSignal
  readonly onProgress: OnProgress
  /** The folder of the modules that come with the program; undefined if there is none. */
  readonly bundledDirectory: string | undefined
  /** Where code of modules writes its log. */
  readonly openLog: () => Promise<Logger>
  /** Called at once with what cannot wait for the answer, as a clause. */
  readonly onNote: (note: string) => void
  /** Called with what has been done by an operation that goes on until it is stopped. */
  readonly onNews?: ((news: WatchNews) => void) | undefined
  /** The agents and modules of the space as they are now. */
  readonly catalogue: () => Promise<Catalogue>
  /** The roots that agents were imported from, as they were last; read anew if absent. */
  readonly roots?: RootMemory | undefined
  /** How the model is opened; the caller disposes of it. */
  readonly openModel: OpenModel
  /** Whether a model has answered already, so that nobody waits for its loading. */
  readonly isModelLoaded?: (() => boolean) | undefined
  /** How the memory of an agent is opened that questions share; each opens its own if absent. */
  readonly openMind?: typeof openMind | undefined
  /** Opens the search for agents, brought up to date; the caller disposes of it. */
  readonly openFinder: (asked: AskedFinder) => Promise<Finder>
  /** The same for agents that are published elsewhere. */
  readonly openPublished: (cache: DirectoryCache, asked: AskedFinder) => Promise<Finder>
  /** How the index of notes that is searched is opened; that of memory if absent. */
  readonly openIndex?: typeof openNoteIndex | undefined
  /** How the hot cache is opened that searches share; each opens its own if absent. */
  readonly openHot?: typeof openHotCache | undefined
  /** Whether files are indexed, as the searches of a batch tell each other. */
  readonly allIndexed?: AllIndexed | undefined
  /** Asks the person who is there; without it nobody is. */
  readonly ask?: Questions | undefined
  /** Where secrets come from; none can be had without it. */
  readonly secrets?: Secrets | undefined
}

/** Who opens the search for agents. Anyone who asks it (`isAsked`) waits for no other process, and for few texts at most. */
export type AskedFinder = Pick<Work, 'signal' | 'onProgress'> & { readonly isAsked?: boolean | undefined }

/** Opens the model that a space's settings name. Nothing is loaded before its first text. */
export type OpenModel = (
  settings: Settings['embeddings'],
  onProgress: OnProgress,
  onNote?: (note: string) => void,
) => Promise<Embedder>

/** What a person can be asked in the middle of an operation; undefined if nobody answers. */
export type Questions = {
  /** Whether something is to be done, as a question; what is given with it is shown first. */
  readonly confirm: (question: string, shown?: Shown) => Promise<boolean | undefined>
  readonly mayRun: (command: SpaceCommand) => Promise<boolean | undefined>
  /** Which of the documents that research found are read; without it their scores decide. */
  readonly choose?: ResearchPorts['choose']
}

/** What somebody has to see in full before saying yes to exactly it. */
export type Shown =
  | { readonly commands: readonly ShownCommand[] }
  | { readonly module: PlannedModule }
  | { readonly wanted: ShownWanted }
  | { readonly files: readonly { readonly path: string; readonly text: string }[] }

/** Where secrets come from. They are never part of what an operation is asked: a door may have that from anywhere. */
export type Secrets = {
  /** What a keystore is opened with, or a new one locked. */
  readonly passphrase?: SecretSource | undefined
  /** What the keystore is opened with that a key is taken from. */
  readonly fromPassphrase?: SecretSource | undefined
  /** A raw key that is taken in. */
  readonly key?: SecretSource | undefined
  /** Whether the raw key of the environment variable `DATACORTEX_PRIVATE_KEY` may sign. It is removed there. */
  readonly environmentKey?: boolean | undefined
}
