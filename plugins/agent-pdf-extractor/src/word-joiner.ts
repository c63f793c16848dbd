import type { PageLine } from './page-line.ts'

/** Makes the two halves of a broken word one word if the document has it elsewhere; else they keep their hyphen. */
export function wordJoiner(lines: readonly PageLine[]) {
  let words: ReadonlySet<string> | undefined
  return (before: string, after: string): string => {
    const start = /\p{L}+$/u.exec(before.slice(-longestWord))?.[0] ?? ''
    const end = /^\p{L}+/u.exec(after)?.[0] ?? ''
    // `Jean-` and `Paul` are two words, and so are a number and its unit.
    if (start === '' || end === '' || /^\p{Lu}/u.test(end) !== /^\p{Lu}+$/u.test(start)) return `${before}-${after}`
    words ??= new Set(
      lines
        .map(({ text }) => text)
        .join('\n')
        .toLowerCase()
        .match(letters),
    )
    const forms = formsOf(`${start}${end}`.toLowerCase())
    return forms.some((form) => words?.has(form) === true) ? `${before}${after}` : `${before}-${after}`
  }
}

const longestWord = 40

/** Letters of the scripts that break words with hyphens; a class with `\p{L}` is far slower. */
const letters = /[a-z\u00aa-\u1fff]{3,}/g

const endings = ['s', 'es', 'd', 'ed', 'ing', 'ly', 'er', 'n', 'en']

function formsOf(word: string): readonly string[] {
  const stems = endings.filter((ending) => word.endsWith(ending)).map((ending) => word.slice(0, -ending.length))
  return [word, ...endings.map((ending) => `${word}${ending}`), ...stems.filter((stem) => stem.length >= 4)]
}
