/** A tag, a comment or a mere `<`; those two have no name. */
export type Tag = {
  /** Lower case. */
  readonly name: string
  readonly isClose: boolean
  readonly closesItself: boolean
  /** The offset after it. */
  readonly end: number
  /** Attributes that nothing reads, as pairs of offsets: start, end. */
  readonly idle: readonly number[]
}

// https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state
/** Reads what begins with a `<`, as parsers do, in time linear to its length. */
export function readTag(html: string, at: number): Tag {
  if (html.startsWith('<!--', at)) {
    const end = html.indexOf('-->', at + 4)
    return nameless(end === -1 ? html.length : end + 3)
  }
  const isClose = html.charCodeAt(at + 1) === code.slash
  const start = at + (isClose ? 2 : 1)
  nameAt.lastIndex = start
  const name = nameAt.exec(html)?.[0].toLowerCase() ?? ''
  if (name === '') return nameless(at + 1)
  const idle: number[] = []
  const keepsAll = shownByAttributes.has(name)
  let end = start + name.length
  while (end < html.length) {
    const first = html.charCodeAt(end)
    if (first === code.close)
      return { name, isClose, closesItself: html.charCodeAt(end - 1) === code.slash, end: end + 1, idle }
    if (first === code.slash || isSpace(first)) {
      end += 1
      continue
    }
    const from = end
    end = endOfAttribute(html, end)
    idleName.lastIndex = from
    if (!keepsAll && idleName.test(html)) idle.push(from, end)
  }
  return { name, isClose, closesItself: false, end: html.length, idle }
}

const nameAt = /[a-z][^\s/>]{0,60}/iy
const code = { slash: 0x2f, close: 0x3e, equals: 0x3d, quote: 0x22, apostrophe: 0x27 } as const

/** What scripts and screen readers ask for, but not what tells hidden from shown. */
const idleName = /(?:data-(?!toggle|lang)|aria-(?!hidden|controls|modal)|on[a-z]{4}|target[\s=]|tabindex[\s=])/y
/** Their addresses are in attributes of many names. */
const shownByAttributes = new Set(['img', 'picture', 'source', 'figure', 'video', 'audio', 'iframe', 'embed', 'object'])

function nameless(end: number): Tag {
  return { name: '', isClose: false, closesItself: false, end, idle: [] }
}

function isSpace(character: number): boolean {
  return character === 0x20 || (character >= 0x09 && character <= 0x0d)
}

function afterSpaces(html: string, at: number): number {
  let end = at
  while (isSpace(html.charCodeAt(end))) end += 1
  return end
}

/** The offset after an attribute: a name, and perhaps a value with or without quotes. */
function endOfAttribute(html: string, at: number): number {
  let end = at + 1
  for (; end < html.length; end += 1) {
    const character = html.charCodeAt(end)
    if (character === code.equals || character === code.slash || character === code.close || isSpace(character)) break
  }
  const sign = afterSpaces(html, end)
  if (html.charCodeAt(sign) !== code.equals) return end
  const value = afterSpaces(html, sign + 1)
  const first = html.charCodeAt(value)
  if (first === code.quote || first === code.apostrophe) {
    const last = html.indexOf(first === code.quote ? '"' : "'", value + 1)
    return last === -1 ? html.length : last + 1
  }
  end = value
  while (end < html.length && html.charCodeAt(end) !== code.close && !isSpace(html.charCodeAt(end))) end += 1
  return end
}
