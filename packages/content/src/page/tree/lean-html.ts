import { type Tag, readTag } from './read-tag.ts'

export type LeanHtml = {
  readonly html: string
  readonly tags: number
  /** Whether elements lay so deep that their tags were left out. */
  readonly isCut: boolean
}

/** Leaves out of HTML what nothing reads: code of scripts and attributes for it. */
export function leanHtml(html: string, { maxDepth }: { maxDepth: number }): LeanHtml {
  const open = new OpenElements(maxDepth)
  const parts: string[] = []
  let from = 0
  const leaveOut = (start: number, end: number): void => {
    parts.push(html.slice(from, start))
    from = end
  }
  let tags = 0
  let isCut = false
  let at = html.indexOf('<')
  while (at !== -1) {
    const tag = readTag(html, at)
    const content = raw.has(tag.name) && !tag.isClose ? endOfRaw(html, tag) : tag.end
    if (tag.name !== '') {
      tags += 1
      if (!open.pass(tag)) {
        leaveOut(at, tag.end)
        parts.push(' ')
        isCut = true
      } else if (tag.name === 'script' && !tag.isClose && !isData.test(html.slice(at, tag.end)))
        leaveOut(tag.end, content)
      else
        for (let index = 0; index < tag.idle.length; index += 2)
          leaveOut(tag.idle[index] ?? 0, tag.idle[index + 1] ?? 0)
    }
    at = html.indexOf('<', content)
  }
  parts.push(html.slice(from))
  return { html: parts.length === 1 ? html : parts.join(''), tags, isCut }
}

/** Scripts that are no code: what a page says of itself to machines, and formulas. Some write the `+` as an entity. */
const isData = /ld\S{1,8}json|math\/tex/i

/** Elements that never have content. */
const empty = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
)
/** Elements whose content is text, tags or not. */
const raw = new Set(['script', 'style', 'textarea', 'title', 'xmp'])
/** Elements that end where the next of them begins. */
const endsAtNext = new Set(['p', 'li', 'dt', 'dd', 'tr', 'td', 'th', 'option', 'optgroup'])

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
