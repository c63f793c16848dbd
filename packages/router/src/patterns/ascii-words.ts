import { foldCase, isWordLetter } from './fold-case.ts'
import { type PatternClass, patternTokens } from './pattern-tokens.ts'

const capitals = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const smallOnes = Array.from('abcdefghijklmnopqrstuvwxyz0123456789_')
/** Each doubles the letters that have to be told apart. */
const mostClasses = 3

/** Writes an expression so that an engine whose `\b` and `\w` know only ASCII is right about all letters. */
export function asciiWords(pattern: string) {
  const tokens = patternTokens(pattern)
  if (tokens === undefined) return undefined
  const named = new Set(tokens.flatMap((token) => (token.kind === 'letter' ? [token.letter] : [])))
  const classes = tokens.filter((token) => token.kind === 'class')
  const tests = classes.map(membership)
  const wide = [...new Set(tests)].filter((test) => test !== hasNone)
  const isExact = classes.length > 0 || tokens.some((token) => token.kind === 'plain' && token.isDigits === true)
  const own = new Set(isExact ? smallOnes : [...named].filter((letter) => letter <= '\u007F'))
  const free = [...capitals, ...smallOnes.filter((letter) => !own.has(letter))]
  const beyond = [...named].filter((letter) => !own.has(letter))
  if (wide.length > mostClasses || free.length < beyond.length + 2 ** wide.length) return undefined
  const signs = new Map(beyond.map((letter, place) => [letter, free[place] ?? '']))
  const others = free.slice(beyond.length, beyond.length + 2 ** wide.length)
  const signOf = (letter: string): string =>
    signs.get(letter) ?? others[wide.reduce((sum, test, place) => sum + (test(letter) ? 2 ** place : 0), 0)] ?? ''
  const signsIn = (test: Membership): string => {
    const bit = 2 ** wide.indexOf(test)
    const named = [...signs].flatMap(([letter, sign]) => (test(letter) ? [sign] : []))
    return [...named, ...others.filter((_, place) => (place & bit) !== 0)].join('')
  }
  const written = tokens.map((token) => {
    if (token.kind === 'plain') return token.text
    if (token.kind === 'letter') return own.has(token.letter) ? token.letter : signOf(token.letter)
    const test = tests[classes.indexOf(token)] ?? hasNone
    return `[${token.isNegated ? '^' : ''}${test === hasNone ? '' : signsIn(test)}${token.plain}]`
  })
  const write = (text: string): readonly string[] =>
    Array.from(foldCase(text), (character) =>
      own.has(character) || !(/\w/.test(character) || isWordLetter(character)) ? character : signOf(character),
    )
  return { pattern: written.join(''), write }
}

type Membership = (letter: string) => boolean

const hasNone: Membership = () => false

/** Whether letters beyond ASCII are in a class, negated or not. */
function membership({ ranges }: PatternClass): Membership {
  if (ranges.length === 0) return hasNone
  const code = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`
  const regex = new RegExp(`[${ranges.map(([first, last]) => `${code(first)}-${code(last)}`).join('')}]`, 'iu')
  return (letter) => letter > '\u007F' && regex.test(letter)
}
