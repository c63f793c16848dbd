import { tagPath } from './tag-path.ts'

const word = String.raw`[\p{L}\p{M}\p{N}_@#%-]+`
// One part without a colon in front of it is what people write before a sentence, as in `note: call the harbour`.
const unclosed = String.raw`(?::${word}(?::${word})*|${word}(?::${word})+:)`
const atStart = new RegExp(String.raw`^${unclosed}(?=\s|$)`, 'u')
const atEnd = new RegExp(String.raw`(?<=^|\s)${unclosed}\s*$`, 'u')

/** What stands where tags stand, and would be some if it had a colon at both ends: `Tides :AI:research`. */
export function unclosedTags(text: string): readonly { readonly written: string; readonly path: readonly string[] }[] {
  const [first = ''] = text.split('\n', 1)
  const written = [atStart.exec(first.slice(0, room)), atEnd.exec(first.slice(-room)), atEnd.exec(text.slice(-room))]
  return [...new Set(written.flatMap((found) => found?.[0].trim() ?? []))].map((one) => ({
    written: one,
    path: tagPath(one),
  }))
}

/** Tags stand at an edge: the middle of a long line is not searched. */
const room = 500
