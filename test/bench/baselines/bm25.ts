import { contentWords } from '@datacortex/memory'
import { sha256 } from '@datacortex/platform'
import { openCollection } from '@datacortex/vector-store'

/** Texts that words are asked of. */
export type Bm25 = AsyncDisposable & {
  /** Best first. */
  readonly search: (query: string) => Promise<readonly { readonly id: string; readonly score: number }[]>
}

/**
 * Textbook BM25 with stop words and Porter2, by LanceDB's full text: the lexical baseline.
 *
 * @param documents - All that is searched.
 * @param folder - Empty, for the index.
 */
export async function openBm25(
  documents: readonly { readonly id: string; readonly text: string }[],
  folder: string,
): Promise<Bm25> {
  const texts = await openCollection({ directory: folder, name: 'texts', fields: {}, modelId: 'none', dimensions: 1 })
  await texts.upsert(documents.map(({ id, text }) => ({ id, text, hash: sha256(text), fields: {} })))
  await texts.optimize()
  return {
    search: async (query) => await texts.searchText(contentWords(query).join(' '), { limit: documents.length }),
    [Symbol.asyncDispose]: async () => await texts[Symbol.asyncDispose](),
  }
}
