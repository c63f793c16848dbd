import type { Finding } from '@datacortex/errors'
import type { ExtractedDocument } from '@datacortex/plugin'
import type { ExtractorContext } from './extractor-context.ts'
import { type FormerZettels, openFormerZettels } from './former-zettels.ts'
import { findActions } from './ideas/find-actions.ts'
import { type Known, findSame } from './ideas/is-novel.ts'
import { type Digest, extractiveDigest } from './ideas/pick-insights.ts'
import type { Authority } from './ideas/authority-rules.ts'
import { sourceAuthority } from './ideas/source-authority.ts'
import { type Idea, ideaCandidates } from './ideas/zettel-candidates.ts'
import type { NoteLinkTarget } from './notes/wiki-link.ts'
import { type NoteHit, queryOf, searchMemory } from './search-memory.ts'
import { analysable } from './analysable.ts'
import { analyseText } from './text/analyse-text.ts'
import { keyPhrases } from './text/key-phrases.ts'
import { suggestTags } from './tags/suggest-tags.ts'
import { improveDigest } from './writer/improve-digest.ts'

/** An idea that no note of the memory has, and one that a zettel has already. */
export type NovelIdea = Idea & { readonly vector?: Float32Array | undefined }

/** Everything about a document that can be found out before its notes are written. */
export type PreparedDocument = {
  readonly digest: Digest
  readonly ideas: readonly NovelIdea[]
  /** Zettels that say what the document says too, and those of its earlier versions that it still says. */
  readonly sameZettels: readonly NoteLinkTarget[]
  readonly former: FormerZettels
  readonly related: readonly NoteHit[]
  readonly tags: readonly string[]
  readonly relevance: Readonly<Record<string, number>>
  readonly authority: Authority
  readonly actions: readonly string[]
  readonly findings: readonly Finding[]
}

export type DocumentFacts = {
  /** Of the note that this document has already, which is not related to itself. */
  readonly ownNote?: string | undefined
  /** Of the document itself, if it lies in the space: it is neither related to itself nor known because of itself. */
  readonly ownPaths?: readonly string[] | undefined
  readonly speaks: boolean
  /** Whether it was looked up or fetched. */
  readonly isSource?: boolean
  /** As its notes name it. */
  readonly source: string
  readonly url?: string | undefined
}

export async function prepareDocument(
  whole: ExtractedDocument,
  options: { readonly context: ExtractorContext; readonly facts: DocumentFacts; readonly signal: AbortSignal },
): Promise<PreparedDocument> {
  const { context, facts, signal } = options
  const { ports, folders } = context
  const { document, findings } = analysable(whole)
  const analysis = analyseText(document.text, { title: document.title })
  const beginning = analysis.sentences.filter(({ end }) => end <= mostCharacters)
  const phrases = keyPhrases(beginning, { limit: mostPhrases, title: document.title })
  const former = await openFormerZettels(
    { text: document.text, note: facts.ownNote, source: facts.source },
    ports.paths.root,
  )
  const memory = await searchMemory(queryOf(document.title, phrases.slice(0, phrasesOfQuery)), {
    search: ports.search,
    root: ports.paths.root,
    limit: mostRelated * 2 + (facts.ownPaths ?? []).length,
    subject: document.title,
    signal,
  })
  const others = await foreign(memory.hits, { context, facts, former })
  const related = others.filter(({ score }) => score >= leastRelated).slice(0, mostRelated)
  const actions = findActions(document, facts)
  const extracted = await extractiveDigest(document, { analysis, embed: ports.embed, actions, signal })
  // A page has some, a book more, and not as many as it has pages.
  const usual = Math.max(3, Math.round(ideasOfRoot * Math.sqrt(analysis.sentences.length)))
  const mostIdeas = Math.min(ports.mostZettels ?? 30, usual)
  const candidates = ideaCandidates(document, { limit: mostIdeas + 1, analysis, actions })
  const made = { digest: extracted, ideas: candidates, actions }
  const improved =
    ports.writer === undefined
      ? { ...made, findings: [] }
      : await improveDigest(document, { made, facts, writer: ports.writer, mostIdeas, signal })
  const novelty = await novelIdeas(improved.ideas, { context, facts, former, subject: document.title, signal })
  const about = `${document.title}\n${improved.digest.summary}`
  return {
    digest: improved.digest,
    ideas: novelty.novel.slice(0, mostIdeas),
    sameZettels: [
      ...novelty.same.filter(({ path }) => path.startsWith(`${folders.zettel}/`)),
      ...(await stillSaid(former)),
    ],
    former,
    related,
    tags: suggestTags({
      title: document.title,
      text: document.text,
      declared: document.tags,
      phrases,
      related,
      vocabulary: ports.tags,
    }),
    relevance: await context.relevance(ports.embed === undefined ? document.text : about, { signal }),
    authority: sourceAuthority({ url: facts.url, workIds: document.workIds }, ports.authority),
    actions: improved.actions,
    findings: [...findings, ...memory.findings, ...improved.findings, ...novelty.findings],
  }
}

const mostCharacters = 20_000
/** Some of them are no topics. */
const mostPhrases = 10
const phrasesOfQuery = 5
const mostRelated = 5
/** By the root of how many sentences there are. */
const ideasOfRoot = 1.1
/** A real hit of the memory; below that is what is nearest by chance. */
const leastRelated = 0.5
const hitsOfIdea = 3

async function novelIdeas(
  ideas: readonly Idea[],
  options: {
    readonly context: ExtractorContext
    readonly facts: DocumentFacts
    readonly former: FormerZettels
    readonly subject: string
    readonly signal: AbortSignal
  },
) {
  const { context, facts, former, subject, signal } = options
  const { search, embed, paths } = context.ports
  const limit = hitsOfIdea + (facts.ownPaths ?? []).length
  const asked = await Promise.all(
    ideas.map(async ({ text }) => await searchMemory(text, { search, root: paths.root, limit, subject, signal })),
  )
  const hits = await Promise.all(
    asked.map(async (answer) => (await foreign(answer.hits, { context, facts, former })).slice(0, hitsOfIdea)),
  )
  const flat = hits.flat()
  const texts = [...ideas.map(({ text }) => text), ...flat.map(textOf)]
  const vectors = embed === undefined || ideas.length === 0 ? [] : await embed(texts, { signal })
  const vectorOf = new Map(flat.map((hit, index) => [hit, vectors[ideas.length + index]]))
  const same = new Map<string, NoteHit>()
  const novel = ideas.flatMap((idea, index) => {
    const vector = vectors[index]
    const known = (hits[index] ?? []).map((hit): Known & { hit: NoteHit } => ({
      text: textOf(hit),
      vector: vectorOf.get(hit),
      hit,
    }))
    const found = findSame({ text: idea.text, vector }, known)
    if (found === undefined) return [{ ...idea, vector }]
    same.set(found.hit.path, found.hit)
    return []
  })
  return { novel, same: [...same.values()], findings: asked.flatMap(({ findings }) => findings).slice(0, 1) }
}

/** Hits that are another document, and not this one, its note, its zettels, or what a source no longer says. */
async function foreign(
  hits: readonly NoteHit[],
  { context, facts, former }: { context: ExtractorContext; facts: DocumentFacts; former: FormerZettels },
): Promise<readonly NoteHit[]> {
  const own = new Set([...(facts.ownPaths ?? []), ...context.own, facts.ownNote])
  const outdated = await Promise.all(hits.map(async ({ path }) => own.has(path) || (await former.isOutdated(path))))
  return hits.filter((_, place) => outdated[place] === false)
}

async function stillSaid(former: FormerZettels): Promise<readonly NoteLinkTarget[]> {
  const looked = await Promise.all([...former.paths].map(former.look))
  return looked.flatMap((zettel) => (zettel?.isSaid === true ? [{ path: zettel.path, title: zettel.title }] : []))
}

/** What a note says; what it only has a link to, such as its related notes, is said elsewhere, or was. */
function textOf({ title, snippet }: NoteHit): string {
  return `${title}. ${snippet.replaceAll(linkAlone, '')}`
}

const linkAlone = /^[ \t]{0,20}[-*+] (?:\[\[[^[\]\n]{1,2000}\]\]|\[[^[\]\n]{0,500}\]\([^()\n]{1,2000}\))[ \t]*$/gm
