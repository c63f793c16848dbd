/** A form under which a text that is nothing but the name of an agent may be known. */
export type NameKey = {
  /** In lower case. */
  readonly key: string
  /** Whether the text has blanks where the key has none: then it may be a sentence that means no name. */
  readonly isSpoken: boolean
}

/**
 * What id a text may be that is nothing but a name, as people write names: `"code-reviewer"`, `@code-reviewer`,
 * `@agent-code-reviewer`, `/code-reviewer`, `code_reviewer.` and `Code Reviewer` are all `code-reviewer`; `Prüfer` may be `prufer`.
 * @returns Keys to look up, the likeliest first; none for a text that is too long for a name.
 * @example nameKeys('@Code_Reviewer').map(({ key }) => key) // ['@code_reviewer', 'code_reviewer', '@code-reviewer', 'code-reviewer']
 */
export function nameKeys(text: string): readonly NameKey[] {
  const written = text.trim().normalize('NFC').toLowerCase()
  if (written === '' || written.length > longestName || written.includes('\n')) return []
  const { name, sigil } = bareName(written)
  const plain = name === '' || name === written ? [written] : [written, name]
  const mentioned = sigil === '@' && name.startsWith(mention) ? [...plain, name.slice(mention.length)] : plain
  const keys = new Map<string, NameKey>()
  const add = (key: string, isSpoken: boolean): void => {
    if (key !== '' && !keys.has(key)) keys.set(key, { key, isSpoken })
  }
  for (const key of mentioned) add(key, false)
  for (const key of mentioned) add(foldedId(key), /\s/.test(key))
  // Ids that were made of names have no accents.
  for (const key of mentioned) add(foldedId(plainLetters(key)), /\s/.test(key))
  return [...keys.values()]
}

/**
 * An id without what people write in one way or another: case, and whether `-`, `_` or a blank joins its words.
 * @example foldedId('My_Cool Agent') // 'my-cool-agent'
 */
export function foldedId(id: string): string {
  return id
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '-')
}

const longestName = 200
// So an editor writes that an agent is meant, and not a file.
const mention = 'agent-'
const pairs = /^(?:"(.*)"|'(.*)'|`(.*)`|“(.*)”|„(.*)[“”]|«(.*)»|‘(.*)’|<(.*)>|\((.*)\)|\[(.*)\])$/u

/** Without quotes, sigil and final punctuation, in whatever order they stand. */
function bareName(written: string): { readonly name: string; readonly sigil: string } {
  let name = written
  let sigil = ''
  for (;;) {
    const within = pairs
      .exec(name)
      ?.slice(1)
      .find((part) => part !== undefined)
    const [first = ''] = name
    const marked = first === '@' || first === '/'
    const next = (within ?? (marked ? name.slice(1) : name)).replace(/[.!?,;:…。！？]+$/u, '').trim()
    if (next === name) return { name, sigil }
    if (within === undefined && marked) sigil = first
    name = next
  }
}

/**
 * A name as people type it who have no key for its accents: Latin and Greek letters without them, Arabic and Hebrew
 * without the signs for vowels, wide and narrow forms as the usual ones.
 *
 * What is a letter of its own or the vowel of a syllable stays: `й` is not `и`, `デ` is not `テ`, and without `ो` the
 * Hindi `कोड` is no word.
 * @example plainLetters('Prüfer') // 'Prufer'
 */
export function plainLetters(text: string): string {
  const composed = text.normalize('NFKD').replaceAll(joiner, '').replaceAll(accents, '').normalize('NFC')
  return composed.replaceAll(additions, '').replaceAll(strayMarks, '').normalize('NFC')
}

// Within a syllable, as in ශ්‍රී.
const joiner = /\u200D/g
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)\p{M}/gu
// What no letter has taken up: stress, variants of emoji and ideographs.
const additions = /[\p{M}&&[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]]/gv
const strayMarks = /(?<![\p{L}\p{M}\p{N}])\p{M}+/gu
