import { type Tag, readTag } from './read-tag.ts'

/** Leaves out of HTML what nothing reads: code of scripts, attributes for it, and tags that lie too deep (`isCut`). */
export function leanHtml(html: string, { maxDepth }: { maxDepth: number }) {
  const isKept = keptTags(maxDepth)
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
      if (!isKept(tag)) {
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

/** Takes note of each tag in order; false if it must go. */
function keptTags(maxDepth: number): (tag: Tag) => boolean {
  const open: { readonly name: string; readonly isKept: boolean }[] = []
  const counts = new Map<string, number>()
  const has = (name: string): boolean => (counts.get(name) ?? 0) > 0
  const pop = (): boolean => {
    const last = open.pop()
    if (last !== undefined) counts.set(last.name, (counts.get(last.name) ?? 1) - 1)
    return last?.isKept ?? true
  }
  return ({ name, isClose, closesItself }) => {
    if (isClose) {
      // A closing tag without an opening one closes nothing and harms nothing.
      if (!has(name)) return true
      while (open.at(-1)?.name !== name) pop()
      return pop()
    }
    if (empty.has(name) || raw.has(name)) return true
    if (closesItself && (has('svg') || has('math'))) return true
    if (endsAtNext.has(name) && open.at(-1)?.name === name) pop()
    const isKept = open.length < maxDepth
    open.push({ name, isKept })
    counts.set(name, (counts.get(name) ?? 0) + 1)
    return isKept
  }
}
