import type { Visibility } from '../knowledge/knowledge-file.ts'

/** The files of one agent, in whichever layout: absolute paths. */
export type MindFiles = {
  readonly agent: string
  /** What its assistant reads at the start, by name. */
  readonly entries: readonly { readonly name: string; readonly text: string }[]
  /** What the paths in entry files are relative to. */
  readonly folder: string
  readonly identity: string
  readonly peers: string
  readonly knowledge: string
  /** Where knowledge that agents share lies; the same as `knowledge` where each agent has its own. */
  readonly shared: string
  readonly logs: string
}

/** An implementation of ACAS 1.4.0 as it is tried, on a copy of an agent's files. */
export type TriedMind = {
  readonly files: MindFiles
  /** Path of its `memory.db`. */
  readonly database: string
  /** How it finds peers: `static`, `registry`, `platform` or `mention` (section 2.2). */
  readonly discovery: string
  /** The bootstrap flow as a sender; rejects where it refuses to start. */
  readonly start: (sender: string) => Promise<unknown>
  /** The texts of the knowledge files that are found, best first. */
  readonly recall: (query: string, options?: { readonly top?: number }) => Promise<readonly string[]>
  readonly remember: (text: string, options: TriedOptions & { readonly topic: string }) => Promise<unknown>
  /** Reflects on all that is pending, or stops as a crash would behind `stopAfter` entries. The entries that were read. */
  readonly reflect: (options?: TriedOptions & { readonly stopAfter?: number }) => Promise<number>
  /** How a peer is mentioned; rejects for one that is not known. */
  readonly mention: (name: string) => Promise<string>
  /** Does something while another process would hold the write lock. */
  readonly whileLocked: <T>(run: () => Promise<T>) => Promise<T>
  /** Puts a knowledge file of another agent where this implementation would have it. */
  readonly plant: (file: {
    readonly uid: string
    readonly visibility: Visibility
    readonly topic: string
    readonly text: string
  }) => Promise<void>
}

type TriedOptions = {
  readonly visibility?: Visibility | undefined
  readonly signal?: AbortSignal | undefined
}

export type MindImplementation = {
  readonly name: string
  /** Makes a copy of an agent's files, does something with it, and removes it. */
  readonly onCopy: <T>(files: MindFiles, use: (mind: TriedMind) => Promise<T>) => Promise<T>
}
