import type { Runner } from './runner.ts'

/** Something a source found. `id` is stable: the same thing has the same id in every search. */
export type FoundDocument = {
  readonly id: string
  readonly title: string
  readonly url?: string | undefined
  readonly snippet?: string | undefined
  /** UTC, ISO 8601. */
  readonly publishedAt?: string | undefined
  readonly authors?: readonly string[] | undefined
}

/** A document that was read. */
export type ReadDocument = {
  readonly title: string
  readonly text: string
  readonly contentType: string
  readonly url: string
}

type Cancellable = { readonly signal: AbortSignal }

/** Finds or reads things elsewhere; has at least one of the two methods. */
export type Source = {
  readonly search?:
    | ((query: string, options: Cancellable & { readonly limit: number }) => Promise<readonly FoundDocument[]>)
    | undefined
  readonly read?: ((url: string, options: Cancellable) => Promise<ReadDocument>) | undefined
}

/** Content handed to a sub-agent. */
export type SubAgentInput = { readonly contentType: string; readonly name: string; readonly bytes: Uint8Array }

/** Turns one kind of content into text and structure. */
export type SubAgent = {
  readonly accepts: (input: SubAgentInput) => boolean
  readonly extract: (
    input: SubAgentInput,
    options: Cancellable,
  ) => Promise<{ readonly title?: string | undefined; readonly text: string }>
}

/** Generates text with a language model. */
export type Writer = {
  readonly generate: (prompt: string, options: Cancellable & { readonly maxTokens: number }) => Promise<string>
}

/** Finds agents that are published elsewhere. */
export type Directory = {
  readonly find: (
    query: string,
    options: Cancellable & { readonly limit: number },
  ) => Promise<
    readonly { readonly id: string; readonly name: string; readonly description: string; readonly url: string }[]
  >
}

/** Subscribes to named points of the program; see {@link HookPayloads}. */
export type Hooks = {
  readonly [P in HookPoint]?: (payload: HookPayloads[P], options: Cancellable) => Promise<HookAnswer<P>> | HookAnswer<P>
}

/** What each hook point hands over. A hook sees it; it can't change it. */
export type HookPayloads = {
  /** After a module's files, lock entry and registry entries are all in place. */
  readonly module_installed: {
    readonly module: string
    readonly version: string
    readonly agents: readonly string[]
    readonly sources: readonly string[]
    /** UTC, ISO 8601. */
    readonly installedAt: string
  }
  /** Before an agent runs: its context is loaded, nothing has been sent. */
  readonly pre_run: RunPayload & { readonly context_tokens: number }
  /** After an agent answered, before its execution is logged: the hook answers with its {@link OutputVerdict}. */
  readonly check_outputs: RunPayload & {
    /** Absolute path of the space. */
    readonly root: string
    /** Paths relative to the space. */
    readonly outputs: readonly string[]
  }
  /** After an agent ran and its execution is in the log, however it ended. */
  readonly post_run: RunPayload & {
    readonly status: string
    readonly duration_ms: number
    /** Paths relative to the space. */
    readonly outputs: readonly string[]
  }
  /** After each attempt that failed. */
  readonly run_error: RunPayload & {
    readonly code: string
    readonly message: string
    readonly transient: boolean
    /** From 1. */
    readonly attempt: number
  }
}

type RunPayload = { readonly execution_id: string; readonly agent_id: string; readonly task: string }

/** What a module thinks of the outputs of a run; it stands among the checks of the execution. */
export type OutputVerdict = { readonly passed: boolean; readonly detail?: string | undefined }

/** What a hook answers: most are only told. */
export type HookAnswer<P extends HookPoint> = P extends 'check_outputs' ? OutputVerdict : void

/** Names of the hook points that exist. */
export type HookPoint = keyof HookPayloads

/**
 * The hook points that exist; a manifest that names another one gets a warning.
 *
 * @example hookPoints.includes('module_installed') // true
 */
export const hookPoints: readonly HookPoint[] = [
  'module_installed',
  'pre_run',
  'check_outputs',
  'post_run',
  'run_error',
]

/** What holds something open gives it back here; called once, also after a failure. */
export type Closable = { readonly [Symbol.asyncDispose]?: (() => Promise<void>) | undefined }

/** What `setup` returns, by kind of plugin. */
export type PluginKinds = {
  readonly source: Source & Closable
  readonly 'sub-agent': SubAgent & Closable
  readonly runner: Runner & Closable
  readonly writer: Writer & Closable
  readonly directory: Directory & Closable
  readonly hooks: Hooks & Closable
}

/** The kinds of code that a module can bring. */
export type PluginKind = keyof PluginKinds
