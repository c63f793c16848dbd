import { neutraliseMarkdown, oneLine } from '@datacortex/content'
import type { Claim } from '../claims/claim.ts'
import { type CompareStatements, statementComparer } from '@datacortex/knowledge-extractor/text'
import { byScore } from '../claims/cluster-claims.ts'
import { extractClaims } from '../claims/extract-claims.ts'
import { readOrg } from '../gtd/read-org.ts'
import type { GroundedSentence, SearchAnswer, SearchContradiction, SearchResult } from './search-types.ts'

/** An answer of sentences of the results, own notes first, and where notes and the web don't fit together. */
export function groundAnswer(
  results: readonly SearchResult[],
  { query, texts }: { query: string; texts: ReadonlyMap<string, string> },
): Pick<SearchAnswer, 'answer' | 'grounds' | 'contradictions'> {
  const byId = new Map(results.map((result) => [result.id, result]))
  const claims = results.flatMap((result) => {
    const text = withoutTasks((texts.get(result.id) ?? result.snippet).slice(0, longestText), result)
    // Metrics are no sentences.
    return result.type === 'data'
      ? []
      : extractClaims({ sourceId: result.id, text }, { topic: query, title: result.title, limit: 3 })
  })
  const compare = statementComparer(claims)
  const isLocal = ({ sourceId }: Claim): boolean => byId.get(sourceId)?.origin === 'local'
  const grounded = (claim: Claim): GroundedSentence => {
    const { title = '', origin = '' } = byId.get(claim.sourceId) ?? {}
    return { text: claim.plain, result: claim.sourceId, title, origin }
  }
  const best = claims.toSorted(byScore)
  const [local, web] = [best.filter(isLocal), best.filter((claim) => !isLocal(claim))]
  const near = local.filter(({ sourceId }) => (byId.get(sourceId)?.score ?? 0) >= leastNear)
  const chosenLocal = distinct(near, { compare, besides: [] })
  const chosenWeb = distinct(web, { compare, besides: chosenLocal })
  const isOwn = ({ sourceId }: Claim): boolean => byId.get(sourceId)?.ofOthers !== true
  const contradictions = local.filter(isOwn).flatMap((own) =>
    web.flatMap((other): readonly SearchContradiction[] => {
      const relation = compare(own, other)
      if (relation !== 'contradicts-number' && relation !== 'contradicts-negation') return []
      const kind = relation === 'contradicts-number' ? 'number' : 'negation'
      return [{ kind, local: grounded(own), web: grounded(other) }]
    }),
  )
  const shown = contradictions.slice(0, mostContradictions)
  const grounds = [...chosenLocal, ...chosenWeb].map(grounded)
  const answer = wordAnswer(grounds, { contradictions: shown })
  return { ...(answer === '' ? {} : { answer }), grounds, contradictions: shown }
}

/** The answer in words: what one's own notes say, what the web adds, what doesn't fit together. */
export function wordAnswer(
  grounds: readonly GroundedSentence[],
  { contradictions, written }: Pick<SearchAnswer, 'contradictions'> & { written?: string },
): string {
  const local = grounds.filter(({ origin }) => origin === 'local')
  const notes = new Set(local.map(({ result }) => result)).size
  const web = written?.split('\n') ?? grounds.filter(({ origin }) => origin !== 'local').map(line)
  const lines: string[] = []
  if (local.length > 0) lines.push(`You have notes on this (${notes}):`, '', ...local.map(line), '')
  if (web.length > 0) lines.push(local.length > 0 ? 'The web adds:' : 'From the web:', '', ...web, '')
  for (const { local: own, web: other } of contradictions)
    lines.push(
      `Your note “${own.title}” and ${other.origin} may contradict each other:`,
      '',
      ...[own, other].map(line),
      '',
    )
  return lines.join('\n').trim()
}

// The nearest notes are in the results whatever they are about. A real hit of the memory has 0.5, chance seldom 0.4.
const leastNear = 0.4
const longestText = 4000
const mostSentences = 3
const mostContradictions = 5

/** A text without what is still to do (checkboxes, org keywords), whose lines stay as empty ones. */
function withoutTasks(text: string, { path }: SearchResult): string {
  const boxes = text.replaceAll(/^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+\[(?:[^\]\r\n\p{L}\p{N}]?|[xX])\](?=[ \t]|$).*$/gmu, '')
  if (path === undefined || !/\.org$/i.test(path)) return boxes
  return readOrg(boxes)
    .headings.filter(({ keyword }) => keyword !== undefined)
    .reduceRight((left, { start, headlineEnd }) => left.slice(0, start) + left.slice(headlineEnd), boxes)
}

function distinct(
  claims: readonly Claim[],
  { compare, besides }: { compare: CompareStatements; besides: readonly Claim[] },
): readonly Claim[] {
  const chosen: Claim[] = []
  for (const claim of claims) {
    if (chosen.length === mostSentences) break
    if ([...besides, ...chosen].every((other) => compare(claim, other) !== 'same')) chosen.push(claim)
  }
  return chosen
}

function line({ text, title, origin }: GroundedSentence): string {
  const source = origin === 'local' ? `[local] ${title}` : `${title}, ${origin}`
  return `- ${oneLine(neutraliseMarkdown(text).text)} (${oneLine(neutraliseMarkdown(source).text)})`
}
