import type { FoundDocument } from '@datacortex/plugin'
import type { Meaning } from '@datacortex/knowledge-extractor/text'
import type { Evidence, Snapshot } from '../claims/evidence.ts'
import type { Convergence } from '../convergence/converge.ts'
import type { DedupDocument } from '../dedup/types.ts'

/** How far a source is trusted: reviewed or official, established, anybody. */
export type Authority = 'high' | 'medium' | 'low'

/** A document that a synthesis is made of. Its text is in the snapshot with its id as source id. */
export type ResearchDocument = Omit<DedupDocument, 'text'> & {
  readonly authority?: Authority | undefined
  /** Metrics: they become a table. */
  readonly data?: FoundDocument['data']
  /** Its literature note. */
  readonly note?: string | undefined
}

/** A note of one's own. */
export type LocalNote = {
  readonly path: string
  readonly title: string
  readonly text: string
}

export type SynthesisInput = {
  readonly topic: string
  readonly documents: readonly ResearchDocument[]
  /** Of the documents that were read. */
  readonly snapshots: readonly Snapshot[]
  readonly localNotes?: readonly LocalNote[] | undefined
  /** Likeness of sentences by embeddings; without it terms decide alone. */
  readonly meaning?: Meaning | undefined
}

export type ResearchFinding = {
  /** `f1`, `f2`…, the most telling first. */
  readonly id: string
  /** Plain text; a sentence of a source unless a writer worded it. */
  readonly text: string
  readonly evidence: readonly string[]
  readonly sources: readonly string[]
  readonly convergence: Convergence
  readonly authority: Authority
  readonly score: number
  /** Evidence from one's own notes that says the same. */
  readonly local: readonly string[]
}

/** Two statements that don't fit together; which is right is not decided here. */
export type Contradiction = {
  readonly kind: 'number' | 'negation'
  readonly a: string
  readonly b: string
  /** Whether `b` stands in a note of one's own. */
  readonly local: boolean
}

export type DataTable = {
  readonly sourceId: string
  readonly title: string
  readonly columns: readonly string[]
  /** At most 25. */
  readonly rows: readonly (readonly string[])[]
  readonly more: number
}

export type SynthesisSource = {
  readonly id: string
  readonly title: string
  readonly url?: string | undefined
  /** Of a note of one's own. */
  readonly path?: string | undefined
  /** The literature note of a document, where it has no address. */
  readonly note?: string | undefined
  readonly publishedAt?: string | undefined
  readonly authority: Authority
  readonly routes: readonly string[]
  /** Id of the document that it is a copy of. */
  readonly copyOf?: string | undefined
  /** Whether its text was read. */
  readonly read: boolean
  /** It is a table of the report and has no text. */
  readonly metrics?: true | undefined
}

/** What was found about a topic. Texts name sources by ids of evidence only. */
export type Synthesis = {
  readonly topic: string
  readonly findings: readonly ResearchFinding[]
  readonly contradictions: readonly Contradiction[]
  readonly tables: readonly DataTable[]
  /** Questions of the topic, each with the evidence that answers it; absent in runs of earlier versions. */
  readonly answers?: readonly { readonly question: string; readonly evidence?: string | undefined }[] | undefined
  readonly gaps: readonly string[]
  readonly actionItems: readonly string[]
  /** What each of these is: a tag of org. */
  readonly actionTags?: Readonly<Record<string, string>> | undefined
  readonly sources: readonly SynthesisSource[]
  readonly evidence: readonly Evidence[]
  /** Snapshots of the notes that are cited, to keep with those of the documents. */
  readonly noteSnapshots: readonly Snapshot[]
  /** An opening that a writer worded, without addresses. */
  readonly opening?: string | undefined
}
