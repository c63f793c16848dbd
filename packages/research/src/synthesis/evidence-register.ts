import type { Claim } from '../claims/claim.ts'
import { type Evidence, type Snapshot, evidenceAt } from '../claims/evidence.ts'

/** Texts that were read, by the id of their source. */
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
