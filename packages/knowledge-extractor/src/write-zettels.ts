import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { foldedName, namesIn, readTextFile } from '@datacortex/platform'
import type { ExtractorContext } from './extractor-context.ts'
import type { FormerZettels } from './former-zettels.ts'
import { KnownIdeas } from './ideas/is-novel.ts'
import { fileName } from './notes/file-name.ts'
import type { LiteratureNote } from './notes/literature-note.ts'
import { type NoteLinkTarget, isNot, linksTo, uniquePaths } from './notes/wiki-link.ts'
import { renderZettel, zettelTitle } from './notes/zettel-note.ts'
import type { NoteToWrite } from './ports.ts'
import type { NovelIdea } from './prepare-document.ts'
import { shortKey } from './source-id.ts'
import { marksOfFormer, saidAgain } from './mark-former.ts'

export type ArtifactsPlan = {
  readonly note: Omit<LiteratureNote, 'zettels' | 'wholeText'>
  readonly wholeText: (note: string) => Promise<LiteratureNote['wholeText']>
  readonly ideas: readonly NovelIdea[]
  /** Zettels that were there before and say the same. */
  readonly sameZettels: readonly NoteLinkTarget[]
  /** Zettels of earlier versions. */
  readonly former: FormerZettels
}

/** `resumed`: an earlier run of the same document wrote it. `known`: another document of this run did. */
export type WrittenZettel = NoteLinkTarget & { readonly state: 'created' | 'resumed' | 'known' }

type ZettelOptions = {
  readonly literature: NoteLinkTarget
  readonly context: ExtractorContext
  readonly signal: AbortSignal
}

export async function writeZettels(plan: ArtifactsPlan, options: ZettelOptions) {
  const { literature, context, signal } = options
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted()
    const chosen = await chooseZettels(plan, options)
    const successors = [...chosen, ...plan.sameZettels.filter(isNot(chosen))]
    const { requests: marks, findings } = await marksOfFormer(plan.former, { literature, successors, context })
    const fresh = chosen.flatMap(({ request }) => request ?? [])
    const requests = [...fresh, ...marks.filter(({ path }) => fresh.every((other) => other.path !== path))]
    try {
      if (requests.length > 0) await context.ports.writes.writeAll(requests, { signal })
    } catch (error) {
      if (attempt < mostAttempts && CodedError.is(error, 'WRITES_CONFLICT')) continue
      throw error
    }
    for (const { idea, path, state } of chosen)
      if (state !== 'known') context.recent.add({ text: idea.text, vector: idea.vector, path })
    return { written: chosen.map(({ path, title, state }) => ({ path, title, state })), findings }
  }
}

const mostAttempts = 3

type ChosenZettel = WrittenZettel & { readonly idea: NovelIdea; readonly request?: NoteToWrite | undefined }

async function chooseZettels(
  plan: ArtifactsPlan,
  { literature, context }: ZettelOptions,
): Promise<readonly ChosenZettel[]> {
  const { fields, related } = plan.note
  const { former } = plan
  const chosen: ChosenZettel[] = []
  const folder = join(context.ports.paths.root, context.folders.zettel)
  const names = new Map((await namesIn(folder)).map((name) => [foldedName(name), name]))
  const own = new KnownIdeas<NovelIdea & { readonly path: string }>()
  for (const idea of plan.ideas) {
    const title = zettelTitle(idea)
    const known = context.recent.find(idea) ?? own.find(idea)
    if (known !== undefined && !(await former.isOutdated(known.path))) {
      chosen.push({ path: known.path, title, state: 'known', idea })
      continue
    }
    const place = await zettelPlace(idea, { title, literature, context, former, taken: chosen, names })
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
    chosen.push({ ...place, title, idea, request: { path: place.path, text, expected: 'absent' } })
  }
  return chosen
}

type PlaceOptions = {
  readonly title: string
  readonly literature: NoteLinkTarget
  readonly context: ExtractorContext
  readonly former: FormerZettels
  readonly taken: readonly NoteLinkTarget[]
  /** Of the files that are there, by what disks that tell least apart take them for. */
  readonly names: ReadonlyMap<string, string>
}

/** The first free path, or that of the same zettel from an earlier run; undefined if others have them all. */
async function zettelPlace(
  idea: NovelIdea,
  { title, literature, context, former, taken, names }: PlaceOptions,
): Promise<Pick<ChosenZettel, 'path' | 'state' | 'request'> | undefined> {
  const key = shortKey(idea.text)
  const name = fileName(title, key)
  for (const file of [`${name}.md`, `${name}-${key}.md`]) {
    const there = names.get(foldedName(file)) ?? file
    const path = `${context.folders.zettel}/${there.normalize('NFC')}`
    if (taken.some((other) => foldedName(other.path) === foldedName(path))) continue
    const found = await readTextFile(join(context.ports.paths.root, context.folders.zettel, there))
    if (!found.ok && found.code === 'ENOENT') return { path, state: 'created' }
    if (!found.ok || !linksTo(found.text, literature)) continue
    const zettel = await former.look(path)
    // A long title may be the same where what comes after it has changed.
    if (zettel?.isSaid === false) continue
    return { path, state: 'resumed', request: zettel?.facts.isSuperseded === true ? saidAgain(zettel) : undefined }
  }
  return undefined
}

const mostLinks = 5
