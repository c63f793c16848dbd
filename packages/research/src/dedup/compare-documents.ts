import { type WorkIdKind, workIdKinds } from './normalise-work-id.ts'
import { matchTitles } from './match-titles.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { containment } from './shingles.ts'
import type { MergeReason } from './types.ts'

export type Verdict = {
  readonly reason: MergeReason
  readonly detail: string
  /** Of the smaller text, 0–1; 1 where something else than text decided. */
  readonly share: number
}

/** From this share of the smaller text on, one text was made from the other. */
const copyContainment = 0.4
/** Below it, two texts are of different hands, whatever their titles. */
const foreignContainment = 0.1
const fewestShingles = 60
/** A copy that is shorter than this share is a part. */
const derivedLength = 0.5
const weightWithoutSigns = 5

/** Registrants whose DOIs name preprints: such a work gets another DOI when a journal takes it. */
const preprintRegistrants =
  /^10\.(?:1101|2139|31234|31219|31235|20944|26434|21203|36227|48550|12688|32942|2172|7287|22541)\//u

export function compareDocuments(a: PreparedDocument, b: PreparedDocument): Verdict | undefined {
  return byWorkId(a, b) ?? byAddress(a, b) ?? byText(a, b) ?? byTitle(a, b)
}

/** Whether two documents can't be one: other ids or numbers in the title, or other authors and no common text. */
export function areContrary(a: PreparedDocument, b: PreparedDocument): boolean {
  if (byWorkId(a, b) !== undefined || (a.textHash !== undefined && a.textHash === b.textHash)) return false
  if (otherIds(a, b) || otherNumbers(a, b)) return true
  return (
    agreementOfAuthors(a, b) === false && matchTitles(a.title, b.title) !== 'different' && byText(a, b) === undefined
  )
}

function byWorkId(a: PreparedDocument, b: PreparedDocument): Verdict | undefined {
  for (const kind of workIdKinds) {
    const id = a.workIds[kind]
    if (id === undefined || id !== b.workIds[kind]) continue
    // Chapters have the number of their book.
    if (kind === 'isbn' && matchTitles(a.title, b.title) === 'different') continue
    return { reason: kind, detail: id, share: 1 }
  }
  return undefined
}

function byAddress(a: PreparedDocument, b: PreparedDocument): Verdict | undefined {
  const [own] = a.urls
  const [other] = b.urls
  if (own !== undefined && own === other) return { reason: 'url', detail: own, share: 1 }
  const shared = a.urls.find((url) => b.urls.includes(url))
  if (shared === undefined) return undefined
  // Some sites name one canonical address on all their pages.
  const contrary = textsDiffer(a, b) && matchTitles(a.title, b.title) === 'different'
  return contrary ? undefined : { reason: 'url', detail: shared, share: 1 }
}

function byText(a: PreparedDocument, b: PreparedDocument): Verdict | undefined {
  const where: MergeReason =
    a.domain !== undefined && b.domain !== undefined && a.domain !== b.domain ? 'mirror' : 'text'
  if (a.textHash !== undefined && a.textHash === b.textHash) return { reason: where, detail: 'equal text', share: 1 }
  if (!isLong(a) || !isLong(b)) return undefined
  const share = containment(a.shingles, b.shingles)
  if (share < copyContainment || otherNumbers(a, b)) return undefined
  const lengths = Math.min(a.shingles.size, b.shingles.size) / Math.max(a.shingles.size, b.shingles.size)
  const detail = `${Math.round(share * 100)} % of the text`
  return { reason: lengths < derivedLength ? 'derived' : where, detail, share }
}

function byTitle(a: PreparedDocument, b: PreparedDocument): Verdict | undefined {
  const match = matchTitles(a.title, b.title)
  if (match === 'different' || a.recurringTitle || b.recurringTitle || otherIds(a, b)) return undefined
  const authors = agreementOfAuthors(a, b)
  const years = a.year === undefined || b.year === undefined ? undefined : Math.abs(a.year - b.year)
  if (authors === false) return undefined
  const detail = a.title.text < b.title.text ? a.title.text : b.title.text
  const merged: Verdict = { reason: 'title', detail, share: 1 }
  if (isLong(a) && isLong(b)) {
    // Texts that have less in common: a preprint and what the journal made of it.
    return authors === true && match === 'same' && (years ?? 0) <= 2 ? merged : undefined
  }
  if (years !== undefined && years > (authors === true && match === 'same' ? 2 : 1)) return undefined
  const samePlace = a.place !== undefined && a.place === b.place
  const sameAddress = samePlace || (a.slug !== undefined && a.slug === b.slug)
  if (match === 'possible') return samePlace || (authors === true && years === 0) ? merged : undefined
  if (authors === true || years !== undefined || sameAddress) return merged
  // Lists and search pages of a site share their title.
  if (a.domain !== undefined && a.domain === b.domain) return undefined
  const known = a.authors.size > 0 || b.authors.size > 0 ? 1 : 0
  return Math.min(a.title.weight, b.title.weight) >= weightWithoutSigns + known ? merged : undefined
}

function textsDiffer(a: PreparedDocument, b: PreparedDocument): boolean {
  return isLong(a) && isLong(b) && containment(a.shingles, b.shingles) < foreignContainment
}

function isLong({ shingles }: PreparedDocument): boolean {
  return shingles.size >= fewestShingles
}

/** Two issues of a report, two versions of a manual: most of the text is shared, and the number says what is not. */
function otherNumbers(a: PreparedDocument, b: PreparedDocument): boolean {
  if (a.title.numbers === b.title.numbers || a.title.numbers === '' || b.title.numbers === '') return false
  return matchTitles({ ...a.title, numbers: '' }, { ...b.title, numbers: '' }) !== 'different'
}

/** Both have an id of one kind, and it differs; a preprint's DOI may differ from the journal's. */
function otherIds(a: PreparedDocument, b: PreparedDocument): boolean {
  return workIdKinds.some((kind: WorkIdKind) => {
    const [x, y] = [a.workIds[kind], b.workIds[kind]]
    if (x === undefined || y === undefined || x === y) return false
    return kind !== 'doi' || !(preprintRegistrants.test(x) || preprintRegistrants.test(y))
  })
}

/** Undefined if the authors of one are not known. */
function agreementOfAuthors(a: PreparedDocument, b: PreparedDocument): boolean | undefined {
  if (a.authors.size === 0 || b.authors.size === 0) return undefined
  return [...a.authors].some((author) => b.authors.has(author))
}
