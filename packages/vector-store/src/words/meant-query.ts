import type { Collection } from '../collection.ts'

type Asked = {
  readonly rows: Pick<Collection, 'nearestWord'>
  /** Those of the query that carry its meaning, in lower case. */
  readonly words: readonly string[]
  /** Its model, which tells the words that it reads in pieces: a real word that it knows is not corrected. */
  readonly embedder: { dividedWords?(words: readonly string[]): Promise<readonly string[]> }
}

/**
 * A short query, without quotation marks, with its mistyped words as the rows have them: no row has them, nor a model as one token.
 * @returns Undefined if nothing is to be corrected, or a word is near to none: the others may be as meaningless.
 * @example await meantQuery('pyhton code', { rows, words: ['pyhton', 'code'], embedder }) // 'python code'
 */
export async function meantQuery(query: string, { rows, words, embedder }: Asked): Promise<string | undefined> {
  const divided = words.length > mostWords || /["“„«]/.test(query) ? [] : ((await embedder.dividedWords?.(words)) ?? [])
  const asked = divided.filter((word) => word.length >= fewestLetters)
  const meant = new Map(await Promise.all(asked.map(async (word) => [word, await rows.nearestWord(word)] as const)))
  if ([...meant.values()].includes(undefined)) return undefined
  const corrected = query.replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (word) => meant.get(word.toLowerCase()) ?? word)
  return corrected.toLowerCase() === query.toLowerCase() ? undefined : corrected
}

/** Longer queries have other words to be found by. */
const mostWords = 4
/** Of a shorter word too many others are near. */
const fewestLetters = 5
