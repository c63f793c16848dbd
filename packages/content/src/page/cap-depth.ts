/** HTML whose elements lie at most so deep, and what had to be done for it. */
export type CappedHtml = { readonly html: string; readonly tags: number; readonly isCut: boolean }

/**
 * Leaves out the tags of elements that lie deeper than a limit, and keeps their text: parsers take quadratic time, and
 * programs that walk a tree overflow, on 100,000 nested elements.
 *
 * @param html - Any text.
 * @param options - `maxDepth` in elements.
 */
export function capDepth(html: string, { maxDepth }: { readonly maxDepth: number }): CappedHtml {
  const open = new OpenElements(maxDepth)
  const parts: string[] = []
  let from = 0
  let tags = 0
  let at = html.indexOf('<')
  while (at !== -1) {
    const tag = readTag(html, at)
    if (tag.name !== '') {
      tags += 1
      if (!open.pass(tag)) {
        parts.push(html.slice(from, at), ' ')
        from = tag.end
      }
    }
    at = html.indexOf('<', raw.has(tag.name) && !tag.isClose ? endOfRaw(html, tag) : tag.end)
  }
  if (parts.length === 0) return { html, tags, isCut: false }
  parts.push(html.slice(from))
  return { html: parts.join(''), tags, isCut: true }
}

/** Elements that never have content. */
const empty = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
)
/** Elements whose content is text, tags or not. */
const raw = new Set(['script', 'style', 'textarea', 'title', 'xmp'])
/** Elements that end where the next of them begins. */
const endsAtNext = new Set(['p', 'li', 'dt', 'dd', 'tr', 'td', 'th', 'option', 'optgroup'])

type Tag = { readonly name: string; readonly isClose: boolean; readonly closesItself: boolean; readonly end: number }

/** A tag, a comment or a mere `<`, which have no name. One pass, whatever is in the text. */
function readTag(html: string, at: number): Tag {
  const nothing = { name: '', isClose: false, closesItself: false }
  if (html.startsWith('<!--', at)) {
    const end = html.indexOf('-->', at + 4)
    return { ...nothing, end: end === -1 ? html.length : end + 3 }
  }
  const isClose = html.charAt(at + 1) === '/'
  const start = at + (isClose ? 2 : 1)
  nameAt.lastIndex = start
  const name = nameAt.exec(html)?.[0] ?? ''
  if (name === '') return { ...nothing, end: at + 1 }
  let quote = ''
  for (let end = start + name.length; end < html.length; end += 1) {
    const character = html.charAt(end)
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '>')
      return { name: name.toLowerCase(), isClose, closesItself: html.charAt(end - 1) === '/', end: end + 1 }
    else if ((character === '"' || character === "'") && /[=\s]/.test(html.charAt(end - 1))) quote = character
  }
  return { name: name.toLowerCase(), isClose, closesItself: false, end: html.length }
}

const nameAt = /[a-z][^\s/>]{0,60}/iy

function endOfRaw(html: string, { name, end }: Tag): number {
  const close = new RegExp(`</${name}`, 'gi')
  close.lastIndex = end
  return close.exec(html)?.index ?? html.length
}

class OpenElements {
  readonly #maxDepth: number
  readonly #open: { readonly name: string; readonly isKept: boolean }[] = []
  readonly #counts = new Map<string, number>()

  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth
  }

  /** Takes note of a tag; false if it must go. */
  pass({ name, isClose, closesItself }: Tag): boolean {
    if (isClose) return this.#close(name)
    if (empty.has(name) || raw.has(name)) return true
    if (closesItself && (this.#has('svg') || this.#has('math'))) return true
    if (endsAtNext.has(name) && this.#open.at(-1)?.name === name) this.#pop()
    const isKept = this.#open.length < this.#maxDepth
    this.#open.push({ name, isKept })
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    return isKept
  }

  /** A closing tag without an opening one closes nothing and harms nothing. */
  #close(name: string): boolean {
    if (!this.#has(name)) return true
    while (this.#open.at(-1)?.name !== name) this.#pop()
    return this.#pop()
  }

  #pop(): boolean {
    const last = this.#open.pop()
    if (last !== undefined) this.#counts.set(last.name, (this.#counts.get(last.name) ?? 1) - 1)
    return last?.isKept ?? true
  }

  #has(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0
  }
}
