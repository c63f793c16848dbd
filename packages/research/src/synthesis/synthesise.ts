import { sha256 } from '@datacortex/platform'
import { wordsOf } from '@datacortex/text'
import type { Claim } from '../claims/claim.ts'
import { clusterClaims, findConflicts, findLocalConflicts, findSupport } from '../claims/cluster-claims.ts'
import type { ClaimCluster, ClaimConflict } from '../claims/cluster-claims.ts'
import { type Supporter, converge } from '../convergence/converge.ts'
import { compareText, deduplicate } from '../dedup/deduplicate.ts'
import { normaliseUrl } from '../dedup/normalise-url.ts'
import { workIdsOf } from '../dedup/work-ids-of.ts'
import { answerQuestions } from './answer-questions.ts'
import { authorityWeights, bestAuthority } from './authority.ts'
import { dataTables } from './data-tables.ts'
import { type EvidenceRegister, type ReadTexts, evidenceRegister } from '../claims/evidence.ts'
import { conclude } from './find-gaps.ts'
import { type Note, noteSnapshot, prepareClaims } from './prepare-claims.ts'
import type { Authority, Contradiction, ResearchDocument, Synthesis, SynthesisInput, SynthesisSource } from './types.ts'

const mostFindings = 12
const mostContradictions = 12
const quotesEach = 4

/** Puts together what documents say about a topic, in their words: findings, voices, contradictions, gaps. */
export function synthesise(input: SynthesisInput): Synthesis {
  const { topic } = input
  const documents = [...input.documents].sort((a, b) => compareText(a.id, b.id))
  const notes = [...(input.localNotes ?? [])].sort((a, b) => compareText(a.path, b.path)).map(noteSnapshot)
  const read = new Map(
    [...input.snapshots, ...notes.map(({ snapshot }) => snapshot)].map((snapshot) => [snapshot.sourceId, snapshot]),
  )
  const found = deduplicate(documents.map((document) => ({ ...document, text: read.get(document.id)?.text })))
  const clusters = new Map(
    found.clusters.flatMap(({ id, documents: members }) => members.map((member) => [member.id, id] as const)),
  )
  const overlapsOf = (id: string) => found.overlaps.flatMap(({ a, b }) => (a === id ? b : b === id ? a : []))
  const prepared = prepareClaims({ ...input, documents }, { notes, read })
  const voices = new Map(
    documents.map((document) => [
      document.id,
      supporterOf(document, { cluster: clusters.get(document.id) ?? document.id, overlaps: overlapsOf(document.id) }),
    ]),
  )
  const authorities = new Map(documents.map(({ id, authority }) => [id, authority ?? 'low'] as const))
  const heard = [...voices.values()].filter(({ sourceId }) => read.has(sourceId))
  const said = clusterClaims(prepared.claims, prepared.compare)
  const register = evidenceRegister(read)
  const known: Known = { prepared, said, clusters, register, weights: { voices, heard, authorities } }
  const findings = findingsOf(known)
  const contradictions = contradictionsOf(known)
  const sources = [...documents.map((document) => sourceLine(document, { clusters, read })), ...notes.map(noteLine)]
  const asked = answerQuestions(topic, { claims: [...prepared.claims, ...prepared.others], meaning: input.meaning })
  const answers = asked.map(({ question, claim }) => ({ question, evidence: claim && register.add(claim)[0] }))
  const evidence = register.all()
  const cited = new Set(evidence.map(({ sourceId }) => sourceId))
  return conclude({
    topic,
    answers,
    findings,
    contradictions,
    tables: dataTables(documents),
    sources: sources.filter(({ id, path }) => path === undefined || cited.has(id)),
    evidence,
    noteSnapshots: notes.map(({ snapshot }) => snapshot).filter(({ sourceId }) => cited.has(sourceId)),
  })
}

type Known = {
  readonly prepared: ReturnType<typeof prepareClaims>
  readonly said: readonly ClaimCluster[]
  /** Id of a document to that of the original of its copies. */
  readonly clusters: ReadonlyMap<string, string>
  readonly register: EvidenceRegister
  readonly weights: Weights
}

function findingsOf({ prepared: { others, own, compare }, said, clusters, register, weights }: Known) {
  const rank = (some: readonly ClaimCluster[], atMost: number): readonly ReturnType<typeof weigh>[] =>
    some
      .map((cluster) => weigh(cluster, weights))
      .sort((a, b) => b.score - a.score || compareText(a.cluster.leader.plain, b.cluster.leader.plain))
      .slice(0, atMost)
  // Looking for support costs much: only what may become a finding is worth it.
  const supported = rank(said, 2 * mostFindings).map(({ cluster }) => findSupport(cluster, { others, compare }))
  return rank(supported, mostFindings).map(({ cluster, convergence, authority, score }, index) => ({
    id: `f${index + 1}`,
    text: cluster.leader.plain,
    evidence: firstOfEach(cluster.claims, clusters).slice(0, quotesEach).flatMap(register.add),
    sources: cluster.claims.map(({ sourceId }) => sourceId),
    convergence,
    authority,
    score,
    local: own
      .filter((claim) => compare(cluster.leader, claim) === 'same')
      .slice(0, 2)
      .flatMap(register.add),
  }))
}

function contradictionsOf({ prepared, said, clusters, register }: Known): readonly Contradiction[] {
  const { claims, own, compare } = prepared
  /** A document and its copy don't contradict each other. */
  const isNoCopy = ({ a, b }: ClaimConflict): boolean =>
    (clusters.get(a.sourceId) ?? a.sourceId) !== (clusters.get(b.sourceId) ?? b.sourceId)
  const ofNotes = findLocalConflicts(claims, { notes: own, compare, clusters: said })
  const conflicts = [...ofNotes, ...findConflicts(claims, { compare, clusters: said }).filter(isNoCopy)]
  return conflicts.slice(0, mostContradictions).flatMap(({ kind, a, b }, place) => {
    const [[first], [second]] = [register.add(a), register.add(b)]
    const local = place < ofNotes.length
    return first === undefined || second === undefined ? [] : [{ kind, a: first, b: second, local }]
  })
}

type Weights = {
  readonly voices: ReadonlyMap<string, Supporter>
  /** Those that could have said it: their texts were read. */
  readonly heard: readonly Supporter[]
  readonly authorities: ReadonlyMap<string, Authority>
}

function weigh(cluster: ClaimCluster, { voices, heard, authorities }: Weights) {
  const supporters = cluster.claims.flatMap((claim) => {
    const voice = voices.get(claim.sourceId)
    return voice === undefined ? [] : [supporterOfClaim(voice, claim)]
  })
  const convergence = converge(supporters, heard)
  const authority = bestAuthority(cluster.claims.map(({ sourceId }) => authorities.get(sourceId))) ?? 'low'
  const agreement = Math.log2(1 + convergence.independent) / Math.log2(1 + Math.max(convergence.of, 1))
  const score = 0.5 * cluster.leader.score + 0.3 * agreement + 0.2 * authorityWeights[authority]
  return { cluster, convergence, authority, score: Math.round(score * 1e6) / 1e6 }
}

/** A copy proves nothing that its original does not. */
function firstOfEach(claims: readonly Claim[], clusters: ReadonlyMap<string, string>): readonly Claim[] {
  return [...Map.groupBy(claims, ({ sourceId }) => clusters.get(sourceId) ?? sourceId)].flatMap(
    ([original, group]) => group.find(({ sourceId }) => sourceId === original) ?? group[0] ?? [],
  )
}

function sourceLine(
  { id, title, url, note, publishedAt, authority, data, foundBy = [] }: ResearchDocument,
  { clusters, read }: { clusters: ReadonlyMap<string, string>; read: ReadTexts },
): SynthesisSource {
  const cluster = clusters.get(id)
  return {
    id,
    title,
    url,
    ...(url === undefined && note !== undefined ? { note } : {}),
    publishedAt,
    authority: authority ?? 'low',
    routes: [...new Set(foundBy.map(({ source }) => source))].sort(),
    copyOf: cluster === id ? undefined : cluster,
    read: read.has(id),
    ...(data === undefined || data.length === 0 ? {} : { metrics: true }),
  }
}

function noteLine({ snapshot, title, path }: Note): SynthesisSource {
  return { id: snapshot.sourceId, title, path, authority: 'medium', routes: ['local'], read: true }
}

const quotedWords = 9

/** A document as a voice, with what it is itself: who cites that has it from there. */
function supporterOf(
  document: ResearchDocument,
  { cluster, overlaps }: { cluster: string; overlaps: readonly string[] },
): Supporter {
  const { id, url, canonicalUrl, authors = [], foundBy = [] } = document
  const works = Object.entries(workIdsOf(document)).map(([kind, value]) => `${kind}:${value}`)
  const routes = [...new Set(foundBy.map(({ source }) => source))].sort()
  const own = url === undefined ? undefined : normaliseUrl(url, { canonical: canonicalUrl })
  return {
    sourceId: id,
    cluster,
    overlaps,
    url,
    routes,
    primaries: [
      ...works,
      // What has neither address nor name in the world, such as the files of a folder, speaks with the voice of who gave it;
      // a copy there speaks with that of its original.
      ...(url === undefined && works.length === 0 && cluster === id ? routes.map((route) => `source:${route}`) : []),
      ...authors.filter(isFullName).map((author) => `author:${wordsOf(author).toSorted().join(' ')}`),
      ...(own === undefined ? [] : [`link:${own}`]),
    ],
  }
}

/** A first name alone, or the name of an office, is that of many. */
function isFullName(author: string): boolean {
  return /^\p{Lu}\p{L}+[ ,].*\p{L}{2,}/u.test(author) && author.length < 60
}

/** The same for one claim: what its paragraph cites, and its very words if they are too many to be chance. */
function supporterOfClaim(supporter: Supporter, claim: Claim): Supporter {
  const spoken = wordsOf(claim.plain)
  const quotation = spoken.length < quotedWords ? [] : [`quote:${sha256(spoken.join(' ')).slice(0, 16)}`]
  return { ...supporter, primaries: [...supporter.primaries, ...claim.cites, ...quotation] }
}
