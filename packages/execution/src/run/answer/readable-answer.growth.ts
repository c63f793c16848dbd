import { isBinary, readableText } from './readable-answer.ts'

const esc = String.fromCharCode(27)

/** Commands of a terminal that have no end. */
export const endlessCommands: (size: number) => () => unknown = answersOf(`${esc}]`)

/** Titles that have no end. */
export const endlessTitles: (size: number) => () => unknown = answersOf(`${esc}]0;a`)

/** Beginnings of nothing. */
export const escapes: (size: number) => () => unknown = answersOf(esc)

function answersOf(piece: string) {
  return (size: number) => {
    // In one piece: a text that was put together is made so when it is read first.
    const text = Buffer.from(piece.repeat(size)).toString()
    return () => [isBinary(text), readableText(text)]
  }
}
