import { foldCase, isWordLetter } from './fold-case.ts'

/** A piece of an expression, folded by `foldCase`. */
export type PatternToken =
  /** Means the same in every alphabet. */
  | { readonly kind: 'plain'; readonly text: string; readonly isDigits?: boolean | undefined }
  /** One letter, digit or `_` that stands for itself. */
  | { readonly kind: 'letter'; readonly letter: string }
  | PatternClass

/** `[…]` */
export type PatternClass = {
  readonly kind: 'class'
  readonly isNegated: boolean
  /** What is in it of ASCII, and of other characters that are no letters. */
  readonly plain: string
  /** Of code points beyond ASCII: first and last. */
  readonly ranges: readonly (readonly [string, string])[]
}

/** Takes an expression to pieces. `pattern`: RE2 syntax that ignores case. */
export function patternTokens(pattern: string): readonly PatternToken[] | undefined {
  const tokens: PatternToken[] = []
  for (let rest = pattern; rest !== '';) {
    const read = readFlags(rest) ?? readGroupName(rest) ?? readClass(rest) ?? readEscape(rest) ?? readCharacter(rest)
    if (read === undefined) return undefined
    tokens.push(read.token)
    rest = rest.slice(read.length)
  }
  return tokens
}

type Read = { readonly token: PatternToken; readonly length: number } | undefined

const plain = (text: string, length: number = text.length): Read => ({ token: { kind: 'plain', text }, length })

/** `(?i)` and the like; that case matters again is not understood. */
function readFlags(rest: string): Read {
  const [written, on = '', off = '', end = ''] = /^\(\?([imsU]*)((?:-[msU]+)?)([:)])/.exec(rest) ?? []
  if (written === undefined) return undefined
  const flags = `${on.replaceAll('i', '')}${off}`
  return plain(flags === '' && end === ')' ? '' : `(?${flags}${end}`, written.length)
}

function readGroupName(rest: string): Read {
  const name = /^\(\?P?<\w+>/.exec(rest)
  return name === null ? undefined : plain(name[0])
}

function readEscape(rest: string): Read {
  const [written] = /^\\(?:[dDsSwWbBAzntrfva]|[!-/:-@[-^`{-~])/.exec(rest) ?? []
  if (written === undefined) return undefined
  return { token: { kind: 'plain', text: written, isDigits: /[dD]/.test(written) }, length: 2 }
}

function readCharacter(rest: string): Read {
  const [character = ''] = rest
  if (character === '[' || character === '\\' || rest.startsWith('(?')) return undefined
  const folded = foldCase(character)
  return /\w/.test(folded) || isWordLetter(folded)
    ? { token: { kind: 'letter', letter: folded }, length: character.length }
    : plain(folded)
}

const classItem = /^(?:(\\[dDsSwWntrfva])|(\\[!-/:-@[-`{-~]|[^\\])(?:-(\\[!-/:-@[-`{-~]|[^\]\\]))?)/u

function readClass(rest: string): Read {
  const [start] = /^\[\^?/.exec(rest) ?? []
  if (start === undefined) return undefined
  const ranges: (readonly [string, string])[] = []
  let inside = ''
  let at = start.length
  // The first bracket closes nothing.
  for (let isFirst = true; isFirst || rest[at] !== ']'; isFirst = false) {
    const [written, kinds, from, to = from] = classItem.exec(rest.slice(at)) ?? []
    // Those such as `[:alpha:]` are letters of ASCII alone.
    if (written === undefined || rest.startsWith('[:', at)) return undefined
    at += written.length
    const range = from === undefined ? undefined : ([bare(from), bare(to ?? from)] as const)
    const read = range === undefined ? kinds : inAscii(range)
    if (read === undefined) return undefined
    inside += read
    if (range !== undefined && hasLetters(range)) ranges.push(range)
  }
  const token = { kind: 'class', isNegated: start.length > 1, plain: inside, ranges } as const
  return { token, length: at + 1 }
}

function hasLetters([first, last]: readonly [string, string]): boolean {
  return first === last ? isWordLetter(first) : last > '\u007F'
}

/** A range of a class in small letters; of letters beyond ASCII nothing is left. */
function inAscii([first, last]: readonly [string, string]): string | undefined {
  if (first === last && isWordLetter(first)) return ''
  if (/[A-Z]/.test(first) && /[A-Z]/.test(last)) return `${first.toLowerCase()}-${last.toLowerCase()}`
  // Some capitals among other signs.
  if (first <= 'Z' && last >= 'A') return undefined
  return first === last ? escaped(first) : `${escaped(first)}-${escaped(last)}`
}

const bare = (written: string): string => (written.length > 1 && written.startsWith('\\') ? written.slice(1) : written)

const escaped = (character: string): string => (/[!-/:-@[-^`{-~]/.test(character) ? `\\${character}` : character)
