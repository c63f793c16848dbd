import type { Claim } from '../claims/claim.ts'
import { statementComparer } from '@datacortex/knowledge-extractor/text'
import { type ReadTexts, type Snapshot, takeSnapshot } from '../claims/evidence.ts'
import { extractClaims } from '../claims/extract-claims.ts'
import type { LocalNote, SynthesisInput } from './types.ts'

const claimsEach = 12
/** Of these only the best are findings; the others can support one. */
const mostStatements = 2400
const mostStatementsEach = 80
/** Less than this is about something else. */
const leastScore = 0.22

export function prepareClaims(
  { topic, documents, meaning }: Pick<SynthesisInput, 'topic' | 'documents' | 'meaning'>,
  { notes, read }: { notes: readonly Note[]; read: ReadTexts },
) {
  const titles = new Map([
    ...documents.map(({ id, title }) => [id, title] as const),
    ...notes.map(({ snapshot, title }) => [snapshot.sourceId, title] as const),
  ])
  const statementsEach = Math.min(
    mostStatementsEach,
    Math.max(claimsEach, Math.floor(mostStatements / Math.max(1, documents.length))),
  )
  const claimsOf = (sourceId: string): readonly Claim[] => {
    const snapshot = read.get(sourceId)
    if (snapshot === undefined) return []
    return extractClaims(snapshot, { topic, title: titles.get(sourceId), limit: statementsEach })
  }
  const isMain = ({ score }: Claim, place: number): boolean => place < claimsEach && score >= leastScore
  const statements = documents.map(({ id }) => claimsOf(id))
  const claims = statements.flatMap((all) => all.filter(isMain))
  // The rest of what documents say, which can support a finding.
  const others = statements.flatMap((all) => all.filter((claim, place) => !isMain(claim, place)))
  const own = notes.flatMap(({ snapshot }) => claimsOf(snapshot.sourceId).filter(isMain))
  return { claims, others, own, compare: statementComparer([...claims, ...others, ...own], { meaning }) }
}

export type Note = { readonly snapshot: Snapshot; readonly title: string; readonly path: string }

export function noteSnapshot({ path, title, text }: LocalNote): Note {
  // A note has no moment at which it was fetched; any would make two runs differ.
  return {
    path,
    title,
    snapshot: takeSnapshot({ sourceId: `local:${path}`, text, fetchedAt: '', contentType: 'text/markdown' }),
  }
}
