/** A lower-case word without its most common English ending, so that `tides` and `tide` are one. */
export function roughStem(word: string): string {
  return word.length > 4 ? word.replace(ending, '') : word
}

const ending = /(?:ies|ings?|ed|es|s|e|y)$/u
