import { distance } from 'fastest-levenshtein'

/**
 * The word of some texts that one which stands in none was likely meant to be: it begins alike, and one letter, or two of a
 * long word, is another, too many, too few or at another place. Of equally near ones that of most texts.
 * @param word - In lower case.
 * @returns Undefined if there is none.
 * @example nearestWord('pyhton', ['Pick python for data.']) // 'python'
 */
export function nearestWord(word: string, texts: readonly string[]): string | undefined {
  const most = word.length < longWord ? 1 : 2
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const one of new Set(text.normalize('NFC').toLowerCase().match(letters)))
      if (one[0] === word[0] && Math.abs(one.length - word.length) <= most) counts.set(one, (counts.get(one) ?? 0) + 1)
  const near = [...counts].flatMap(([one, count]) => {
    const edits = editsBetween(one, word)
    return edits > most ? [] : [{ one, count, edits }]
  })
  return near.sort((a, b) => a.edits - b.edits || b.count - a.count || (a.one < b.one ? -1 : 1))[0]?.one
}

const letters = /\p{L}[\p{L}\p{M}]{3,}/gu
const [middlingWord, longWord] = [6, 8]

/** A letter at another place is one slip. Another letter in a short word makes another word, such as `logic` of `login`. */
function editsBetween(one: string, other: string): number {
  const edits = distance(one, other)
  if (edits === 1 && one.length === other.length && one.length < middlingWord) return Infinity
  return edits === 2 && sorted(one) === sorted(other) ? 1 : edits
}

function sorted(word: string): string {
  return Array.from(word).sort().join('')
}
