/**
 * A query with the letters of each word backwards, by which a model shows whether it reads the script: one that knows its
 * letters at most hardly tells the two apart. Undefined for queries that are mostly Latin, which every model reads, and for
 * those that are the same backwards.
 */
export function lettersBackwards(query: string): string | undefined {
  if (isLatin(query)) return undefined
  const backwards = query.replaceAll(/\S+/gu, (word) => Array.from(word).toReversed().join(''))
  return backwards === query ? undefined : backwards
}

/** Whether at least half of the letters of a text are Latin; so of a text without letters. */
export function isLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length * 2 >= letters.length
}

/**
 * Whether vectors of a query and of its letters backwards are as near as only those of a script that the model can't read:
 * 0.67 to 0.99 for Chinese, Japanese, Korean, Hindi, Hebrew and Cyrillic with an English model; German has 0.42 at most.
 * `backwards`: of {@link lettersBackwards}; undefined where there is nothing to compare.
 */
export function areAlike(vector: Float32Array | undefined, backwards: Float32Array | undefined): boolean {
  if (vector === undefined || backwards === undefined) return false
  return vector.reduce((sum, value, index) => sum + value * (backwards[index] ?? 0), 0) > 0.6
}
