import type { Finding } from '@datacortex/errors'

export type ContextKind =
  | 'identity'
  | 'prompt'
  | 'component'
  | 'pinned'
  | 'instructions'
  | 'task'
  | 'required'
  | 'reference'
  | 'search'
  | 'memory'
  | 'inferred'

export type ContextProvenance = {
  /** SHA-256 of the file as it was read. */
  readonly sha256?: string | undefined
  /** First and last line in its file, from 1. */
  readonly start?: number | undefined
  readonly end?: number | undefined
  /** 0–1, of the search that found it. */
  readonly score?: number | undefined
  /** How a search reached it over links. */
  readonly via?: readonly string[] | undefined
  /** What asked for it: a required path, a query, a word of the task. */
  readonly because: string
}

export type ContextPart = {
  readonly kind: ContextKind
  /** Path, id of a memory, name of a template. */
  readonly origin: string
  /** Of `text`. */
  readonly tokens: number
  readonly text: string
  /** Whether the text was cut for the budget; `left_out` says by how much. */
  readonly truncated?: true | undefined
  readonly provenance: ContextProvenance
}

/** Something that was asked for and is not in the context, or not as a whole. */
export type LeftOut = { readonly origin: string; readonly reason: string }

/** What an agent is given before its work: DIP-0016 §9. */
export type ContextBlock = {
  readonly parts: readonly ContextPart[]
  readonly left_out: readonly LeftOut[]
  /** Of `prompt`; never above the budget. */
  readonly tokens: number
  readonly prompt: string
  readonly findings: readonly Finding[]
}

/** A piece that may become a part, if the budget allows it. */
export type ContextCandidate = Omit<ContextPart, 'tokens' | 'truncated'>
