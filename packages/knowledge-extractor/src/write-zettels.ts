import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { readTextFile } from '@datacortex/platform'
import type { ExtractorContext } from './extractor-context.ts'
import { KnownIdeas } from './ideas/is-novel.ts'
import { fileName } from './notes/file-name.ts'
import type { NoteLinkTarget } from './notes/wiki-link.ts'
import { isNot, uniquePaths, wikiLink } from './notes/wiki-link.ts'
import { renderZettel, zettelTitle } from './notes/zettel-note.ts'
import type { NovelIdea } from './prepare-document.ts'
import { shortKey } from './source-id.ts'
import type { ArtifactsPlan } from './write-artifacts.ts'

/** `resumed`: an earlier run of the same document wrote it. `known`: another document of this run did. */
export type WrittenZettel = NoteLinkTarget & { readonly state: 'created' | 'resumed' | 'known' }

type ZettelOptions = {
  readonly literature: NoteLinkTarget
  readonly context: ExtractorContext
  readonly signal: AbortSignal
}

/**
 * Writes the zettels of a document at once, or again if another process took one of their names in this very moment.
 *
 * @param plan - The note with its ideas.
 * @param options - The note that they are linked to; context of the run; abort signal.
 */
export async function writeZettels(plan: ArtifactsPlan, options: ZettelOptions): Promise<readonly WrittenZettel[]> {
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
