import type { Collection } from '../collection.ts'

/**
 * A query with its mistyped words as the rows have them: words that no row has, and that a model has no token of its own for.
 * @param options - `words` of a query in lower case that the model takes apart; a real word that it knows is not corrected.
 * @returns Undefined if nothing is to be corrected, or a word is near to none: the others may be as meaningless.
 * @example await meantQuery('pyhton code', { rows, words: ['pyhton'] }) // 'python code'
 */
export async function meantQuery(
  query: string,
  { rows, words }: { readonly rows: Pick<Collection, 'nearestWord'>; readonly words: readonly string[] },
): Promise<string | undefined> {
  const asked = words.filter((word) => word.length >= fewestLetters)
  const meant = new Map(await Promise.all(asked.map(async (word) => [word, await rows.nearestWord(word)] as const)))
  if ([...meant.values()].includes(undefined)) return undefined
  const corrected = query.replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (word) => meant.get(word.toLowerCase()) ?? word)
  return corrected === query ? undefined : corrected
}

/** Of a shorter word too many others are near. */
const fewestLetters = 5
