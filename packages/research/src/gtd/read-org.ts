import { type Document, parse } from 'orga'
import { proseAddresses } from './prose-addresses.ts'

/** A heading of an org file with its own body, without the headings below it. Offsets are UTF-16 code units. */
export type OrgHeading = {
  readonly level: number
  /** `TODO`, `NEXT`, `DONE`… */
  readonly keyword?: { readonly text: string; readonly start: number; readonly end: number } | undefined
  readonly isDone: boolean
  /** 0 for `[#A]`, 1 for none or `[#B]`, 2 for all below. */
  readonly priority: number
  readonly title: string
  readonly tags: readonly string[]
  /** First character of the line of the heading. */
  readonly start: number
  /** End of that line, without its line feed. */
  readonly headlineEnd: number
  /** End of the body: where the next heading starts. */
  readonly end: number
  /** The line with SCHEDULED, DEADLINE or CLOSED. */
  readonly planning?: { readonly start: number; readonly end: number } | undefined
  readonly drawer?: OrgDrawer | undefined
  /** A property drawer was begun that has no `:END:`; nothing may be put into it. */
  readonly hasBrokenDrawer: boolean
  /** Web addresses of the heading and its body, in order, each once. */
  readonly links: readonly string[]
}

/** `:PROPERTIES:` up to and with `:END:`. */
type OrgDrawer = {
  readonly start: number
  readonly end: number
  /** First character of the line of `:END:`. */
  readonly endLine: number
  readonly properties: Readonly<
    Record<string, { readonly value: string; readonly start: number; readonly end: number }>
  >
}

/** An org file, with the places of all that may be edited. */
export type OrgFile = {
  readonly text: string
  readonly headings: readonly OrgHeading[]
  readonly keywords: OrgKeywords
  /** What could not be understood; it is left as it is. */
  readonly problems: readonly { readonly line: number; readonly message: string }[]
}

type OrgKeywords = { readonly open: readonly string[]; readonly done: readonly string[] }

/**
 * Reads the headings of an org file, with the places of all that may be edited. Whatever is not understood is named
 * and left alone.
 *
 * A line of stars and a space is a heading wherever it stands, so each heading is parsed on its own: a file of any
 * length needs no deep recursion, and what is broken spoils one heading only.
 * @example readOrg('* TODO Read this :AI:research:').headings[0]?.tags // ['AI', 'research']
 * @see https://orgmode.org/worg/org-syntax.html
 */
export function readOrg(text: string): OrgFile {
  const keywords = orgKeywords(text)
  const headings: OrgHeading[] = []
  const problems: OrgFile['problems'][number][] = []
  const starts = [...text.matchAll(/^\*+[ \t]/gm)].map(({ index }) => index)
  for (const [place, start] of starts.entries()) {
    const heading = readHeading(text, { start, end: starts[place + 1] ?? text.length, keywords })
    headings.push(heading)
    if (heading.hasBrokenDrawer)
      problems.push({ line: lineOf(heading, text), message: `the drawer of "${heading.title}" has no :END:` })
  }
  return { text, headings, keywords, problems }
}

function readHeading(text: string, { start, end, keywords }: { start: number; end: number; keywords: OrgKeywords }) {
  const own = text.slice(start, end)
  const line = /^[^\r\n]*/.exec(own)?.[0] ?? ''
  const level = /^\*+/.exec(line)?.[0].length ?? 1
  const rest = line.slice(level).replace(/^[ \t]+/, '')
  const restStart = start + line.length - rest.length
  const [, word] = /^(\S+)(?:[ \t]|$)/.exec(rest) ?? []
  const isDone = word !== undefined && keywords.done.includes(word)
  const isKeyword = isDone || (word !== undefined && keywords.open.includes(word))
  const tags = /[ \t](:(?:[\p{L}\p{M}\p{N}_@#%]+:)+)[ \t]*$/u.exec(line)?.[1]
  const below = start + line.length
  const said = rest.slice(isKeyword ? word?.length : 0)
  const [cookie = '', priority = 'B'] = /^[ \t]*\[#([A-Z0-9])\]/.exec(said) ?? []
  const title = said
    .slice(cookie.length)
    .replace(/[ \t]+:(?:[\p{L}\p{M}\p{N}_@#%]+:)+[ \t]*$/u, '')
    .trim()
  const body = text.slice(below, end)
  const planning = placeOf(/^\r?\n[ \t]*(?:SCHEDULED|DEADLINE|CLOSED):[^\r\n]*/.exec(body), below)
  const drawer = readDrawer(text, { from: planning?.end ?? below, end })
  const isBegun = /^\r?\n[ \t]*:PROPERTIES:[ \t]*(?:\r?\n|$)/i.test(text.slice(planning?.end ?? below, end))
  return {
    level,
    keyword:
      isKeyword && word !== undefined ? { text: word, start: restStart, end: restStart + word.length } : undefined,
    isDone,
    priority: /[A1]/.test(priority) ? 0 : priority === 'B' ? 1 : 2,
    title,
    tags: tags === undefined ? [] : tags.split(':').filter((tag) => tag !== ''),
    start,
    headlineEnd: below,
    end,
    planning,
    drawer,
    hasBrokenDrawer: isBegun && drawer === undefined,
    links: linksIn(own),
  }
}

function readDrawer(text: string, { from, end }: { from: number; end: number }): OrgDrawer | undefined {
  const own = text.slice(from, end)
  const begin = /^\r?\n[ \t]*:PROPERTIES:[ \t]*(?=\r?\n)/i.exec(own)?.[0]
  if (begin === undefined) return undefined
  const start = from + (begin.startsWith('\r') ? 2 : 1)
  const properties: Record<string, { value: string; start: number; end: number }> = {}
  // Line by line: one expression for all of them would try every way to read each line with several colons.
  let last: { value: string; start: number; end: number } | undefined
  for (const { index, 1: feed = '', 2: line = '' } of own
    .slice(begin.length)
    .matchAll(/(\r?\n)([^\n]*?)(?=\r?\n|$)/g)) {
    const place = from + begin.length + index + feed.length
    if (/^[ \t]*:END:[ \t]*$/i.test(line)) return { start, end: place + line.length, endLine: place, properties }
    // Between the two marks stand properties only; anything else means that the end belongs to something else. Datacore
    // begins a value of several lines with a bar.
    if (!/^[ \t]*:[^\s:].*?:(?:[ \t].*)?$/.test(line)) {
      if (last === undefined || !last.value.startsWith('|')) return undefined
      last.value += `\n${line.trim()}`
      last.end = place + line.length
      continue
    }
    const [, name = '', value = ''] = /^[ \t]*:([^\s:].*?):[ \t]*(.*)$/.exec(line) ?? []
    last = { value: value.trim(), start: place, end: place + line.length }
    properties[name.toUpperCase()] = last
  }
  return undefined
}

/** With orga, which knows what is a link and what is an example of one; without it where that would take too long. */
function linksIn(text: string): readonly string[] {
  const plain = proseAddresses(text)
  // Only comments, blocks and fixed-width lines hold what looks like a link and is none.
  const hasOthers = /^[ \t]*(?:#|:[ \t])/m.test(text)
  if (plain.length === 0 || !hasOthers || text.length > longBody) return [...new Set(plain)]
  try {
    return [...new Set(addresses(parse(text)))]
  } catch {
    // It recurses for each token.
    return [...new Set(plain)]
  }
}

/** Parsing takes a time that grows with the square of the length. */
const longBody = 20_000

function addresses(root: Document): readonly string[] {
  const found: string[] = []
  const open: unknown[] = [root]
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null || !('type' in node)) continue
    const value = 'value' in node && typeof node.value === 'string' ? node.value : ''
    if (node.type === 'link.path') found.push(...(/^https?:\/\//i.test(value) ? [value] : []))
    else if (node.type === 'text') found.push(...proseAddresses(value))
    if ('children' in node && Array.isArray(node.children) && node.type !== 'block')
      for (const child of node.children.toReversed()) open.push(child)
  }
  return found
}

function placeOf(match: RegExpExecArray | null, from: number): { start: number; end: number } | undefined {
  if (match === null) return undefined
  const feed = match[0].startsWith('\r') ? 2 : 1
  return { start: from + feed, end: from + match[0].length }
}

export function lineOf({ start }: Pick<OrgHeading, 'start'>, text: string): number {
  return text.slice(0, start).split('\n').length
}

// What Datacore's own files use without saying so, beside org's TODO and DONE.
const usual: OrgKeywords = {
  open: ['TODO', 'NEXT', 'WAITING', 'QUEUED', 'WORKING', 'REVIEW', 'HOLD'],
  done: ['DONE', 'CANCELLED', 'CANCELED', 'FAILED'],
}

/** The keywords of a file: its `#+TODO:`, `#+SEQ_TODO:` and `#+TYP_TODO:` lines, together with the usual ones. */
function orgKeywords(text: string): OrgKeywords {
  const lines = [...text.matchAll(/^#\+(?:SEQ_|TYP_)?TODO:[ \t]*(.*)$/gim)].map((match) => match[1] ?? '')
  const open: string[] = []
  const done: string[] = []
  for (const line of lines) {
    const words = line.split(/\s+/).filter((word) => word !== '')
    const bar = words.indexOf('|')
    // Without a bar the last word is the closed one.
    const border = bar < 0 ? words.length - 1 : bar
    open.push(...words.slice(0, border).map(withoutKeys))
    done.push(...words.slice(bar < 0 ? border : border + 1).map(withoutKeys))
  }
  return { open: [...new Set([...open, ...usual.open])], done: [...new Set([...done, ...usual.done])] }
}

/** `WAIT(w@/!)` is the keyword `WAIT`. */
function withoutKeys(word: string): string {
  return word.replace(/\(.*\)$/, '')
}
