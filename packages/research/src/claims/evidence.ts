import { sha256 } from '@datacortex/platform'
import type { Claim } from './claim.ts'

/** A text as it was read, kept so that everything that is said of it can be checked without the network. */
export type Snapshot = {
  readonly sha256: string
  readonly text: string
  /** Where it was read in the end; absent for what never had an address. */
  readonly url?: string | undefined
  readonly fetchedAt: string
  /** Media type of what was read; the text itself is Markdown. */
  readonly contentType: string
  readonly sourceId: string
}

/** A quotation at `snapshot.text.slice(start, end)`: the words are there, which is not that they support a claim. */
export type Evidence = {
  /** `e1`, `e2`…: the only way in which a text may name a source. */
  readonly id: string
  readonly sourceId: string
  readonly quote: string
  readonly start: number
  readonly end: number
  readonly quoteSha256: string
  readonly snapshotSha256: string
}

export type EvidenceFault =
  | 'snapshot absent'
  | 'other snapshot'
  | 'snapshot changed'
  | 'offsets outside'
  | 'other words'
  | 'quotation changed'

export function takeSnapshot(snapshot: Omit<Snapshot, 'sha256'>): Snapshot {
  return { sha256: sha256(snapshot.text), ...snapshot }
}

export function evidenceAt(snapshot: Snapshot, { id, start, end }: { id: string; start: number; end: number }) {
  const { sourceId, text, sha256: snapshotSha256 } = snapshot
  const quote = text.slice(start, end)
  return { id, sourceId, quote, start, end, quoteSha256: sha256(quote), snapshotSha256 }
}

/** Checks a quotation against the snapshot that it was taken from: undefined if hashes, offsets and words are right. */
export function verifyEvidence(evidence: Evidence, snapshot: Snapshot | undefined): EvidenceFault | undefined {
  if (snapshot === undefined) return 'snapshot absent'
  if (snapshot.sha256 !== evidence.snapshotSha256 || snapshot.sourceId !== evidence.sourceId) return 'other snapshot'
  if (sha256(snapshot.text) !== snapshot.sha256) return 'snapshot changed'
  const { start, end, quote } = evidence
  const inside =
    Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= snapshot.text.length
  if (!inside) return 'offsets outside'
  if (snapshot.text.slice(start, end) !== quote) return 'other words'
  return sha256(quote) === evidence.quoteSha256 ? undefined : 'quotation changed'
}

export type ReadTexts = ReadonlyMap<string, Snapshot>

/** The quotations of a synthesis, numbered as they are added; each passage has one number. */
export type EvidenceRegister = {
  /** Id of a claim's passage; none if its text was not read. */
  readonly add: (claim: Claim) => readonly string[]
  readonly all: () => readonly Evidence[]
}

export function evidenceRegister(read: ReadTexts): EvidenceRegister {
  const known = new Map<string, Evidence>()
  return {
    add: ({ sourceId, start, end }) => {
      const key = `${sourceId}\n${start}\n${end}`
      const snapshot = read.get(sourceId)
      if (snapshot === undefined) return []
      const evidence = known.get(key) ?? evidenceAt(snapshot, { id: `e${known.size + 1}`, start, end })
      known.set(key, evidence)
      return [evidence.id]
    },
    all: () => [...known.values()],
  }
}
