import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { create, insertMultiple, search } from '@orama/orama'
import MiniSearch from 'minisearch'
import type { Embedder } from '@datacortex/embeddings'
import { contentWords, openNoteIndex, searchNotes, updateNoteIndex } from '@datacortex/memory'
import { createSpace } from '@datacortex/platform'
import type { LabelledText } from '../data/labelled-texts.ts'

/** Texts that can be searched: ids, best first. Disposing of it closes what it holds open. */
export type SearchIndex = AsyncDisposable & {
  /** From the texts to the first answer that is possible. */
  readonly indexMs: number
  find(query: string): Promise<readonly string[]>
}

/** Makes an index of texts in a folder of its own. */
export type SearchEngine = (
  texts: readonly LabelledText[],
  options: { readonly folder: string; readonly embedder: Embedder },
) => Promise<SearchIndex>

const top = 10

/** The engines and how they are set up. */
export const searchEngines: Readonly<Record<string, SearchEngine>> = {
  'minisearch, content words': async (texts) => {
    const startedAt = performance.now()
    const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] })
    index.addAll(texts.map(({ text }, id) => ({ id, text })))
    const found = (query: string): readonly string[] =>
      index.search(contentWords(query).join(' ')).slice(0, top).map(idOf(texts))
    return await Promise.resolve(inMemory(performance.now() - startedAt, (query) => Promise.resolve(found(query))))
  },
  'orama, English stemming, content words': async (texts) => {
    const startedAt = performance.now()
    const components = { tokenizer: { stemming: true, language: 'english' } } as const
    const index = create({ schema: { text: 'string', place: 'number' }, components })
    await insertMultiple(
      index,
      texts.map(({ text }, place) => ({ text, place })),
      1000,
    )
    return inMemory(performance.now() - startedAt, async (query) => {
      const term = contentWords(query).join(' ')
      const { hits } = await search(index, { term, properties: ['text'], threshold: 1, limit: top })
      return hits.map(({ document }) => texts[document.place]?.id ?? '')
    })
  },
  'SQLite FTS5, porter, content words': async (texts, { folder }) => {
    const startedAt = performance.now()
    const database = new DatabaseSync(join(folder, 'texts.sqlite'))
    database.exec("CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = 'porter unicode61')")
    const insert = database.prepare('INSERT INTO texts(rowid, text) VALUES (?, ?)')
    database.exec('BEGIN')
    for (const [id, { text }] of texts.entries()) insert.run(id, text)
    database.exec('COMMIT')
    const select = database.prepare(`SELECT rowid AS id FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ${top}`)
    const find = (query: string): readonly string[] => {
      const words = contentWords(query).map((word) => `"${word.replaceAll('"', '')}"`)
      return words.length === 0 ? [] : select.all(words.join(' OR ')).map(({ id }) => texts[Number(id)]?.id ?? '')
    }
    return await Promise.resolve({
      indexMs: performance.now() - startedAt,
      find: (query) => Promise.resolve(find(query)),
      [Symbol.asyncDispose]: () => Promise.resolve(database.close()),
    })
  },
  'datacortex, words': async (texts, options) => await ourIndex(texts, { ...options, isByMeaning: false }),
  'datacortex, words and meaning': async (texts, options) => await ourIndex(texts, { ...options, isByMeaning: true }),
}

async function ourIndex(
  texts: readonly LabelledText[],
  { folder, embedder, isByMeaning }: { readonly folder: string; readonly embedder: Embedder; isByMeaning: boolean },
): Promise<SearchIndex> {
  const { paths } = await createSpace(folder)
  const names = new Map<string, string>()
  for (const [place, { id, text }] of texts.entries()) {
    const [title = '', ...rest] = text.split('\n')
    const path = `notes/${Math.floor(place / 100)}/${place}.md`
    names.set(path, id)
    await mkdir(dirname(join(paths.root, path)), { recursive: true })
    await writeFile(join(paths.root, path), `# ${title}\n\n${rest.join('\n')}\n`)
  }
  const startedAt = performance.now()
  await updateNoteIndex(paths, { embedder, embedOnly: isByMeaning ? undefined : { notes: [], others: 0 } })
  const indexMs = performance.now() - startedAt
  const index = await openNoteIndex(paths, embedder)
  await index.chunks.warm()
  return {
    indexMs,
    find: async (query) => {
      const asked = isByMeaning ? { limit: top, embedder } : { limit: top }
      const { hits } = await searchNotes(index, query, asked)
      return hits.map(({ path = '' }) => names.get(path) ?? '')
    },
    [Symbol.asyncDispose]: async () => await index[Symbol.asyncDispose](),
  }
}

function idOf(texts: readonly LabelledText[]): (hit: { readonly id: unknown }) => string {
  return ({ id }) => texts[Number(id)]?.id ?? ''
}

function inMemory(indexMs: number, find: SearchIndex['find']): SearchIndex {
  return { indexMs, find, [Symbol.asyncDispose]: () => Promise.resolve() }
}
