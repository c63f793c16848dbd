import { join } from 'node:path'
import type { Finding } from '@datacortex/errors'
import { CodedError } from '@datacortex/errors'
import { readTextFile, sha256 } from '@datacortex/platform'
import type { ExtractorContext } from './extractor-context.ts'
import { InputUnreadableError } from './errors.ts'
import { KnownIdeas } from './ideas/is-novel.ts'
import { fileName } from './notes/file-name.ts'
import type { LiteratureNote } from './notes/literature-note.ts'
import { mergeLiterature, renderLiterature } from './notes/literature-note.ts'
import { readHead } from './notes/literature-shelf.ts'
import type { NoteLinkTarget } from './notes/wiki-link.ts'
import { wikiLink } from './notes/wiki-link.ts'
import { renderZettel, zettelTitle } from './notes/zettel-note.ts'
import type { NovelIdea } from './prepare-document.ts'
import { shortKey } from './source-id.ts'

/** What is written for a document. */
export type ArtifactsPlan = {
  readonly note: Omit<LiteratureNote, 'zettels'>
  readonly ideas: readonly NovelIdea[]
  /** Zettels that were there before and say the same. */
  readonly sameZettels: readonly NoteLinkTarget[]
}

/** What was written. Paths are relative to the space. */
export type WrittenArtifacts = {
  readonly literatureNote: string
  readonly zettels: readonly string[]
  readonly findings: readonly Finding[]
}

/**
 * Writes zettels, then the literature note that completes them: after a kill between the two the next run finds its own
 * zettels and goes on.
 *
 * @param plan - Note and ideas.
 * @param options - Context of the run, in whose turn this is called; abort signal.
 * @throws A coded error `WRITES_CONFLICT` if somebody changed the note meanwhile; it is as they left it.
 */
export async function writeArtifacts(
  plan: ArtifactsPlan,
  { context, signal }: { readonly context: ExtractorContext; readonly signal: AbortSignal },
): Promise<WrittenArtifacts> {
  const place = await findPlace(plan.note, context)
  const literature = { path: place.path, title: plan.note.fields.title }
  const written = await writeZettels(plan, { literature, context, signal })
  const zettels = uniquePaths([...written, ...plan.sameZettels])
  const note: LiteratureNote = { ...plan.note, zettels, related: plan.note.related.filter(isNot(zettels)) }
  const text =
    place.current === undefined
      ? renderLiterature(note)
      : mergeLiterature(place.current.text, { note, path: place.path })
  const expected = place.current === undefined ? 'absent' : sha256(place.current.bytes)
  signal.throwIfAborted()
  await context.ports.writes.write({ path: place.path, text, expected }, { signal })
  const shelf = await context.shelf()
  shelf.add({ path: place.path, sourceId: note.fields.source_id, contentHash: note.fields.content_hash })
  const isNew = place.current === undefined
  return {
    literatureNote: place.path,
    zettels: written
      .filter(({ state }) => state === 'created' || (state === 'resumed' && isNew))
      .map(({ path }) => path),
    findings: [],
  }
}

type Place = {
  readonly path: string
  /** Undefined if the note is new. */
  readonly current?: { readonly text: string; readonly bytes: Uint8Array } | undefined
}

async function findPlace({ fields }: ArtifactsPlan['note'], context: ExtractorContext): Promise<Place> {
  const { root } = context.ports.paths
  const shelf = await context.shelf()
  const shelved = shelf.ofSource(fields.source_id)
  if (shelved !== undefined) {
    const file = await readTextFile(join(root, shelved.path))
    if (file.ok) return { path: shelved.path, current: file }
    if (file.code !== 'ENOENT') throw new InputUnreadableError({ input: shelved.path, reason: file.reason })
    return { path: shelved.path }
  }
  const key = shortKey(fields.source_id)
  const name = fileName(fields.title, key)
  for (const path of [`${name}.md`, `${name}-${key}.md`].map((file) => `${context.folders.literature}/${file}`)) {
    const file = await readTextFile(join(root, path))
    if (!file.ok && file.code === 'ENOENT' && !shelf.isTaken(path)) return { path }
    // Another process may have written the note of this very source since the shelf was read.
    if (file.ok && (await readHead(join(root, path))).sourceId === fields.source_id) return { path, current: file }
  }
  return { path: `${context.folders.literature}/${name}-${sha256(fields.source_id).slice(0, 16)}.md` }
}

/** `resumed`: an earlier run of the same document wrote it. `known`: another document of this run did. */
type WrittenZettel = NoteLinkTarget & { readonly state: 'created' | 'resumed' | 'known' }

type ZettelOptions = {
  readonly literature: NoteLinkTarget
  readonly context: ExtractorContext
  readonly signal: AbortSignal
}

/** All of them at once, or again if another process took one of their names in this very moment. */
async function writeZettels(plan: ArtifactsPlan, options: ZettelOptions): Promise<readonly WrittenZettel[]> {
  const { context, signal } = options
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted()
    const chosen = await chooseZettels(plan, options)
    const requests = chosen.flatMap(({ text, path }) =>
      text === undefined ? [] : [{ path, text, expected: 'absent' as const }],
    )
    try {
      if (requests.length > 0) await context.ports.writes.writeAll(requests, { signal })
    } catch (error) {
      if (attempt < mostAttempts && CodedError.is(error, 'WRITES_CONFLICT')) continue
      throw error
    }
    for (const { idea, path, state } of chosen)
      if (state !== 'known') context.recent.add({ text: idea.text, vector: idea.vector, path })
    return chosen.map(({ path, title, state }) => ({ path, title, state }))
  }
}

const mostAttempts = 3

/** A zettel with its place, and its text if it is to be written. */
type ChosenZettel = WrittenZettel & { readonly idea: NovelIdea; readonly text?: string | undefined }

async function chooseZettels(
  plan: ArtifactsPlan,
  { literature, context }: ZettelOptions,
): Promise<readonly ChosenZettel[]> {
  const { fields, related } = plan.note
  const chosen: ChosenZettel[] = []
  const own = new KnownIdeas<NovelIdea & { readonly path: string }>()
  for (const idea of plan.ideas) {
    const title = zettelTitle(idea)
    const known = context.recent.find(idea) ?? own.find(idea)
    if (known !== undefined) {
      chosen.push({ path: known.path, title, state: 'known', idea })
      continue
    }
    const place = await zettelPlace(idea, { title, literature, context, taken: chosen })
    if (place === undefined) continue
    own.add({ ...idea, path: place.path })
    if (place.state === 'resumed') {
      chosen.push({ ...place, title, idea })
      continue
    }
    const others = uniquePaths([...chosen, ...plan.sameZettels, ...related.filter(isNot([literature]))])
    const text = renderZettel({
      idea,
      literature,
      related: others.slice(0, mostLinks),
      source: fields.source,
      contentHash: fields.content_hash,
      tags: fields.tags,
      created: fields.retrieved.slice(0, 10),
    })
    chosen.push({ ...place, title, idea, text })
  }
  return chosen
}

/** The first free path, or that of the same zettel from an earlier run; undefined if others have them all. */
async function zettelPlace(
  idea: NovelIdea,
  {
    title,
    literature,
    context,
    taken,
  }: {
    readonly title: string
    readonly literature: NoteLinkTarget
    readonly context: ExtractorContext
    readonly taken: readonly NoteLinkTarget[]
  },
): Promise<{ readonly path: string; readonly state: 'created' | 'resumed' } | undefined> {
  const key = shortKey(idea.text)
  const name = fileName(title, key)
  for (const path of [`${name}.md`, `${name}-${key}.md`].map((file) => `${context.folders.zettel}/${file}`)) {
    if (taken.some((other) => other.path === path)) continue
    const found = await readTextFile(join(context.ports.paths.root, path))
    if (!found.ok && found.code === 'ENOENT') return { path, state: 'created' }
    if (found.ok && belongsTo(literature, found.text)) return { path, state: 'resumed' }
  }
  return undefined
}

const mostLinks = 5

/** Whether a zettel that is there is from this very note: then an earlier run wrote it. */
function belongsTo(literature: NoteLinkTarget, text: string): boolean {
  const link = wikiLink({ ...literature, title: '' }).slice(0, -2)
  return text.includes(`${link}|`) || text.includes(`${link}]]`)
}

function uniquePaths<T extends NoteLinkTarget>(notes: readonly T[]): readonly T[] {
  return [...new Map(notes.map((note) => [note.path, note])).values()]
}

function isNot(others: readonly NoteLinkTarget[]): (note: NoteLinkTarget) => boolean {
  return ({ path }) => others.every((other) => other.path !== path)
}
