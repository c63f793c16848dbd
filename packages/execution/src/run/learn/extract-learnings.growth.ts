import { extractLearnings } from './extract-learnings.ts'

/** Very many short paragraphs. */
export const paragraphs: (size: number) => () => unknown = repeated('a b c d e\n\n')

/** Bold text that never ends. */
export const stars: (size: number) => () => unknown = repeated('**')

/** Items within items. */
export const items: (size: number) => () => unknown = repeated('- ')

/** A heading that is nothing but its mark. */
export const headingMarks: (size: number) => () => unknown = repeated('#')

/** Emphasis that never ends. */
export const underscores: (size: number) => () => unknown = repeated('__a ')

/** A line of blanks. */
export const blanks: (size: number) => () => unknown = repeated(' ')

/** A rule that has no end. */
export const rules: (size: number) => () => unknown = repeated('* * ')

/** Headings whose end is looked for behind blanks. */
export function longHeadings(size: number): () => unknown {
  const blanks = ' '.repeat(size)
  return learningFrom(`#${blanks}a${blanks}\u2028x\n`.repeat(5))
}

/** Insights that are nothing but blanks. */
export function longInsights(size: number): () => unknown {
  return learningFrom(`insight:${' '.repeat(size)}\u2028\n`.repeat(5))
}

function repeated(piece: string) {
  return (size: number) => learningFrom(piece.repeat(size))
}

function learningFrom(text: string): () => unknown {
  // In one piece: a text that was put together is made so when it is read first.
  const whole = Buffer.from(text).toString()
  return () => extractLearnings(whole)
}
