/** Subscribes to named points of the program; see {@link HookPayloads}. */
export type Hooks = {
  readonly [P in HookPoint]?: (
    payload: HookPayloads[P],
    options: { readonly signal: AbortSignal },
  ) => Promise<HookAnswer<P>> | HookAnswer<P>
}

/** What each hook point hands over. A hook sees it; what it can change is in {@link HookAnswer}. */
export type HookPayloads = {
  /** After a module's files, lock entry and registry entries are all in place. */
  readonly module_installed: {
    readonly module: string
    readonly version: string
    readonly agents: readonly string[]
    readonly sources: readonly string[]
    readonly installedAt: string
  }
  /** Before an agent runs: its context is loaded, nothing has been sent. */
  readonly pre_run: RunPayload & { readonly context_tokens: number }
  /** After an agent answered, before its execution is logged: the hook answers with its {@link OutputVerdict}. */
  readonly check_outputs: RunPayload & {
    /** Absolute path of the space. */
    readonly root: string
    readonly outputs: readonly string[]
  }
  /** After an agent ran and its execution is in the log, however it ended. */
  readonly post_run: RunPayload & {
    readonly status: string
    readonly duration_ms: number
    readonly outputs: readonly string[]
  }
  /** After each attempt that failed. */
  readonly run_error: RunPayload & {
    readonly code: string
    readonly message: string
    readonly transient: boolean
    readonly attempt: number
  }
  /** Before any source is asked; may change the query. */
  readonly pre_search: { readonly query: string; readonly layer: 'search' | 'research' }
  /** After the results are merged, before anyone sees them. */
  readonly post_search: {
    readonly query: string
    readonly took_ms: number
    readonly results: readonly { readonly id: string; readonly title: string; readonly origin: string }[]
    readonly skipped: readonly { readonly source: string; readonly reason: string }[]
  }
  /** After a result was saved as a zettel; its path is relative to the space. */
  readonly search_save: { readonly query: string; readonly result: string; readonly path: string }
  /** Before the first source of a research run is asked. */
  readonly pre_research: { readonly run: string; readonly topic: string; readonly depth: string }
  /** After discovery and deduplication, before anything is gathered; may leave documents out. */
  readonly post_discover: {
    readonly run: string
    readonly topic: string
    readonly documents: readonly {
      readonly id: string
      readonly title: string
      readonly url?: string | undefined
      readonly score: number
    }[]
  }
  /** After the artifacts of one document are written. */
  readonly post_extract: ArtifactsPayload & { readonly run?: string | undefined }
  /** After the report is written; paths are relative to the space. */
  readonly post_synthesize: {
    readonly run: string
    readonly topic: string
    readonly summary_path: string
    readonly report_path?: string | undefined
    readonly action_items: readonly string[]
  }
  /** After all of a research run is in place. */
  readonly research_complete: {
    readonly run: string
    readonly topic: string
    readonly status: string
    readonly cost_usd: number
    readonly outputs: readonly string[]
  }
  /** Before an input is extracted; may skip it. */
  readonly pre_ingest: {
    readonly input: string
    readonly input_type: string
    readonly content_hash?: string | undefined
  }
  /** After an input is done, however it ended. */
  readonly post_ingest: ArtifactsPayload & { readonly status: string }
  /** After a whole batch. */
  readonly ingest_complete: {
    readonly batch: string
    readonly done: number
    readonly failed: number
    readonly outputs: readonly string[]
  }
}

type RunPayload = { readonly execution_id: string; readonly agent_id: string; readonly task: string }

type ArtifactsPayload = {
  readonly input: string
  readonly input_type: string
  readonly literature_note?: string | undefined
  readonly zettels_created: readonly string[]
  readonly action_items: readonly string[]
}

/** What a module thinks of the outputs of a run; it stands among the checks of the execution. */
export type OutputVerdict = { readonly passed: boolean; readonly detail?: string | undefined }

/** What a hook may answer where it can change something; most are only told. */
export type HookAnswers = {
  readonly check_outputs: OutputVerdict
  /** Another query to ask, or words about the context it is asked in. */
  readonly pre_search: { readonly query?: string | undefined } | undefined
  /** Ids of documents to leave out. */
  readonly post_discover: { readonly leave_out?: readonly string[] | undefined } | undefined
  /** Why to skip the input, and what a person can do about it. */
  readonly pre_ingest: { readonly skip?: string | undefined; readonly hint?: string | undefined } | undefined
}

/** What a hook answers at a point. */
export type HookAnswer<P extends HookPoint> = P extends keyof HookAnswers ? HookAnswers[P] : void

/** Names of the hook points that exist. */
export type HookPoint = keyof HookPayloads

/** The hook points that exist; a manifest that names another one gets a warning. */
export const hookPoints: readonly HookPoint[] = [
  'module_installed',
  'pre_run',
  'check_outputs',
  'post_run',
  'run_error',
  'pre_search',
  'post_search',
  'search_save',
  'pre_research',
  'post_discover',
  'post_extract',
  'post_synthesize',
  'research_complete',
  'pre_ingest',
  'post_ingest',
  'ingest_complete',
]
