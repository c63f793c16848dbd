/**
 * A word without its most common English ending, so that `tides` and `tide` are one; short words stay as they are.
 *
 * @param word - In lower case.
 */
export function roughStem(word: string): string {
  return word.length > 4 ? word.replace(ending, '') : word
}

const ending = /(?:ies|ings?|ed|es|s|e|y)$/u
