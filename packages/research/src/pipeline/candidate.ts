import type { FoundDocument } from '@datacortex/plugin'
import type { Sighting } from '../dedup/types.ts'
import type { Authority } from '../synthesis/types.ts'

export type ResearchCandidate = FoundDocument & {
  /** `d1`, `d2`…, best first; the id of its document in the report. */
  readonly id: string
  readonly authority?: Authority | undefined
  /** Absolute path, of what lies on this machine. */
  readonly file?: string | undefined
  readonly foundBy: readonly Sighting[]
  /** How well it fits the topic, 0–1. */
  readonly score: number
  /** Further addresses of the same work. */
  readonly copies: readonly string[]
  /** Why copies were folded: `doi 10.1000/xyz`. */
  readonly merged: readonly string[]
  /** The records that were folded into it; those of an address that was given have none. */
  readonly folded?: readonly FoldedRecord[] | undefined
}

export type FoldedRecord = {
  readonly source: string
  readonly title: string
  readonly url?: string | undefined
  readonly why: string
}
