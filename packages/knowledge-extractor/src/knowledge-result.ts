import type { Finding } from '@datacortex/errors'
import type { InputType } from './knowledge-input.ts'
import type { Authority } from './ideas/authority-rules.ts'

/** What became of one document (DIP-0021 §4.1). Paths are relative to the space. */
export type KnowledgeResult = {
  /**
   * `success`: notes were written. `partial`: the same, and something was lost that `findings` name. `unchanged`: the
   * same content is in the space already, from this source. `duplicate`: from another source. `skipped`: nothing here
   * takes it. `failed`: `error` says why.
   */
  readonly status: 'success' | 'partial' | 'unchanged' | 'duplicate' | 'skipped' | 'failed'
  /** Address, path or name of what was handed in. */
  readonly input: string
  readonly input_type: InputType
  /** Of one document among several, such as the id of a chat. */
  readonly document?: string | undefined
  readonly title?: string | undefined
  readonly literature_note?: string | undefined
  readonly zettels_created: readonly string[]
  readonly action_items: readonly string[]
  readonly summary: string
  /** Work area to 0–1. */
  readonly relevance: Readonly<Record<string, number>>
  readonly source_authority: Authority
  readonly tags: readonly string[]
  /** Notes of the memory about the same. */
  readonly related: readonly string[]
  /** SHA-256 of the extracted text. */
  readonly content_hash?: string | undefined
  /** Of `duplicate`: the note that has the content. */
  readonly duplicate_of?: string | undefined
  /** The file of the space with the whole text. */
  readonly text?: string | undefined
  readonly companion?: string | undefined
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string | undefined } | undefined
  readonly findings: readonly Finding[]
}

/** What hooks are told of a document. */
export function artifactsPayload(result: KnowledgeResult) {
  const { input, input_type, literature_note, zettels_created, action_items } = result
  return { input, input_type, literature_note, zettels_created, action_items }
}
