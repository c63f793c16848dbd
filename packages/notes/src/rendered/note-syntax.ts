import type { Properties } from 'hast'
import type { Blockquote, Nodes, Paragraph, Parents, PhrasingContent, Root } from 'mdast'
import { decodedPath } from '../links/link-address.ts'
import { readWikiLink, wikiLink } from '../links/wiki-links.ts'
import type { NoteLink } from '../note.ts'

/** Where a link leads. */
export type FindNote = (link: Pick<NoteLink, 'target' | 'syntax' | 'alias'>) => string | undefined

/** What notes have beside Markdown: `[[links]]` and embeds, callouts, addresses of other notes and files, formulas in bounds. */
export function noteSyntax(place: Place) {
  return (root: Root): void => {
    let formulas = 0
    const open: Parents[] = [root]
    for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
      if (parent.type === 'blockquote') markCallout(parent)
      const children = parent.children.flatMap((child: Nodes): readonly Nodes[] => {
        if (child.type === 'text') return linkedText(child.value, place)
        if (child.type === 'link') return [linkOf(child, place)]
        if (child.type === 'image') return [pictureOf(child, place)]
        if (child.type === 'inlineMath' || child.type === 'math') {
          formulas += 1
          if (formulas > mostFormulas) return [{ type: 'inlineCode', value: child.value }]
        }
        return [child]
      })
      Object.assign(parent, { children })
      for (const child of children) if ('children' in child) open.push(child)
    }
  }
}

/** Each takes some milliseconds. */
const mostFormulas = 300

type Place = {
  readonly path: string
  readonly noteOf: FindNote
  /** What is no note: a picture, a sound, a document. */
  readonly fileOf?: FindNote | undefined
}

/** Text with its `[[links]]`. */
function linkedText(value: string, { path, noteOf, fileOf }: Place): readonly PhrasingContent[] {
  if (!value.includes('[[')) return [{ type: 'text', value }]
  const parts: PhrasingContent[] = []
  let at = 0
  for (const found of value.matchAll(wikiLink)) {
    const { target, heading, block, alias } = readWikiLink(found[2] ?? '')
    const place = heading ?? (block === undefined ? undefined : `^${block}`)
    const note = target === '' ? path : noteOf({ target, syntax: 'wiki', alias })
    const name = alias ?? [target, place].filter((one) => one !== undefined && one !== '').join(' › ')
    parts.push({ type: 'text', value: value.slice(at, found.index) })
    at = found.index + found[0].length
    const text: PhrasingContent = { type: 'text', value: name }
    const names = place === undefined ? note : `${note}#${place}`
    const file = note === undefined ? fileOf?.({ target, syntax: 'wiki', alias }) : undefined
    if (file !== undefined) {
      // `![[bee.png|300]]` says how wide it is.
      const shown: PhrasingContent = { type: 'text', value: /^\d+(?:x\d+)?$/.test(name) ? target : name }
      parts.push((found[1] === '!' ? embeddedFile : fileElement)(file, [shown]))
    } else if (note === undefined) parts.push(element('span', [text], { className: ['unresolved'] }))
    else if (found[1] === '!') parts.push(element('span', [text], { className: ['embed'], dataEmbed: names }))
    else parts.push(element('a', [text], { dataNote: names }))
  }
  return [...parts, { type: 'text', value: value.slice(at) }]
}

/** A Markdown link to another note, to another place of this one, or to a file. What is not there is named. */
function linkOf(link: Extract<Nodes, { type: 'link' }>, { path, noteOf, fileOf }: Place): Nodes {
  const { url, children } = link
  if (/^(?:https?|mailto):/i.test(url)) return link
  const place = url.includes('#') ? decodedPath(url.slice(url.indexOf('#') + 1)) : ''
  const target = decodedPath(url)
  const note = target === '' ? path : noteOf({ target, syntax: 'markdown' })
  // An address of its own kind, such as `javascript:`.
  const isOther = /^[a-z][a-z\d+.-]*:/i.test(url)
  const file = note === undefined && !isOther ? fileOf?.({ target, syntax: 'markdown' }) : undefined
  if (file !== undefined) return fileElement(file, children)
  if (note === undefined || isOther) return element('span', children, { className: ['unresolved'] })
  return element('a', children, { dataNote: place === '' ? note : `${note}#${place}` })
}

/** A picture from elsewhere would tell its server who reads, and is a link. */
function pictureOf({ url, alt }: Extract<Nodes, { type: 'image' }>, { fileOf }: Place): PhrasingContent {
  const text: PhrasingContent = { type: 'text', value: alt === undefined || alt === null || alt === '' ? url : alt }
  if (/^https?:/i.test(url)) return { type: 'link', url, children: [text] }
  const file = fileOf?.({ target: decodedPath(url), syntax: 'markdown' })
  if (file !== undefined) return embeddedFile(file, [text])
  return element('span', [text], { className: ['picture'] })
}

/** A file of the space: who shows it asks for it. */
function fileElement(path: string, children: readonly PhrasingContent[]): PhrasingContent {
  return element('a', children, { dataFile: path })
}

function embeddedFile(path: string, children: readonly PhrasingContent[]): PhrasingContent {
  return element('span', children, { className: ['file'], dataFile: path })
}

/** `> [!warning] Title` is a callout, as in Obsidian: with `-` behind it one that is shown folded, with `+` one that can be. */
function markCallout(quote: Blockquote): void {
  const [first] = quote.children
  const [words] = first?.type === 'paragraph' ? first.children : []
  if (first?.type !== 'paragraph' || words?.type !== 'text') return
  const [whole, kind = '', fold = '', title = ''] = calloutHead.exec(words.value) ?? []
  if (whole === undefined) return
  const shown = { className: ['callout', `callout-${kind.toLowerCase()}`], open: fold === '+' }
  quote.data = { hName: fold === '' ? 'aside' : 'details', hProperties: shown }
  const head = { type: 'paragraph' as const, children: [{ type: 'text' as const, value: title === '' ? kind : title }] }
  const rest = { ...words, value: words.value.slice(whole.length) }
  // What stands in the same line behind a link or emphasis belongs to the title.
  const isTitleAlone = whole.endsWith('\n') || first.children.length === 1
  const body = isTitleAlone ? [{ ...belowTitle(first), children: [rest, ...first.children.slice(1)] }] : []
  const titled = isTitleAlone ? head : { ...head, children: [...head.children, ...first.children.slice(1)] }
  const isEmpty = isTitleAlone && rest.value === '' && first.children.length === 1
  quote.children = [
    { ...titled, data: { hName: fold === '' ? 'p' : 'summary', hProperties: { className: ['callout-title'] } } },
    ...(isEmpty ? [] : body),
    ...quote.children.slice(1),
  ]
}

/** Two blocks of one line would have one id. */
function belowTitle(paragraph: Paragraph): Paragraph {
  const { position } = paragraph
  if (position === undefined) return paragraph
  return { ...paragraph, position: { ...position, start: { ...position.start, line: position.start.line + 1 } } }
}

/** Whether a line of Markdown begins a callout. */
export function isCalloutHead(line: string): boolean {
  return calloutHead.test(line.replace(/^ {0,3}>[ \t]{0,4}/, ''))
}

const calloutHead = /^\[!([a-z][a-z-]{0,19})\]([+-]?)[ \t]*([^\n]*)\n?/i

/** What becomes another element than Markdown has. */
function element(name: string, children: readonly PhrasingContent[], properties: Properties): PhrasingContent {
  return { type: 'emphasis', data: { hName: name, hProperties: properties }, children: [...children] }
}
