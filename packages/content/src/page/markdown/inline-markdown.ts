import { safeLink } from '../../text/safe-link.ts'
import { gapLooksBack, needsGap } from './inline-gap.ts'
import { elementNames, isElement, liesWithin } from '../tree/element.ts'

type Options = { readonly base: string }

/** Text, links, emphasis and code of some neighbouring nodes as Markdown. `nodes`: without blocks in them. */
export function inlineMarkdown(nodes: readonly Node[], options: Options): string {
  return written(nodes, options)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
    .replaceAll('\n', '  \n')
}

/** Text is escaped as a whole: parsers split it where an entity stands, and half a tag is no tag. */
function written(nodes: readonly Node[], options: Options): string {
  const parts: string[] = []
  // Looking at the end of the whole text for each of its elements would copy it each time.
  let end = ''
  let raw = ''
  const add = (part: string): void => {
    parts.push(part)
    end = (end + part).slice(-gapLooksBack)
  }
  for (const node of nodes) {
    if (node.nodeType === 3) {
      raw += node.nodeValue ?? ''
      continue
    }
    add(escaped(raw.replaceAll(/\s+/g, ' ')))
    raw = ''
    const next = inlineOf(node, options)
    const isAfterElement = isElement(node) && node.previousSibling !== null && isElement(node.previousSibling)
    if (isAfterElement && needsGap(end, next.replace(/^[[*`]+/, ''))) add(' ')
    add(next)
  }
  add(escaped(raw.replaceAll(/\s+/g, ' ')))
  return parts.join('')
}

function inlineOf(node: Node, options: Options): string {
  if (!isElement(node) || silent.has(node.localName)) return ''
  switch (node.localName) {
    case 'br':
      return '\n'
    case 'img':
      return imageOf(node, options)
    case 'a':
      return linkOf(node, options)
    case 'code':
    case 'kbd':
    case 'samp':
    case 'tt':
      return codeOf(node.textContent)
    case 'b':
    case 'strong':
      return marked(contentOf(node, options), '**')
    case 'em':
    case 'i':
      return marked(contentOf(node, options), '*')
    default:
      return contentOf(node, options)
  }
}

const silent = new Set(['script', 'style', 'template', 'noscript', 'svg', 'wbr', 'rp'])

function contentOf(element: Element, options: Options): string {
  return written([...element.childNodes], options)
}

/** The words without marks, and formulas as they are: TeX between `\\(` and `\\)`, `\\[` and `\\]`, or dollars. */
function escaped(text: string): string {
  return text
    .split(formula)
    .map((part, place) => (place % 2 === 0 ? withoutMarks(part) : formulaOf(part)))
    .join('')
}

/** Between dollars only what looks like TeX is a formula, and no price. */
const formula =
  /(\\\((?:(?!\\[()[\]]).){1,2000}\\\)|\\\[(?:(?!\\[()[\]]).){1,2000}\\\]|\$\$?(?=[^$\n\\^_{]{0,300}[\\^_{])[^$\n]{1,600}\$\$?)/

function formulaOf(text: string): string {
  const mark = text.startsWith(String.raw`\[`) || text.startsWith('$$') ? '$$' : '$'
  const tex = text.replaceAll(/^(?:\\[([]|\$\$?)|(?:\\[)\]]|\$\$?)$/g, '').trim()
  // Neither HTML nor code may hide in one.
  return `${mark}${tex.replaceAll('<', String.raw`\lt `).replaceAll(/[`$]/g, '')}${mark}`
}

/** What Markdown would take for a mark, an image, a link or HTML. */
function withoutMarks(text: string): string {
  return text
    .replaceAll(/[\\`*]/g, String.raw`\$&`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replaceAll(/<(?=[a-z/!?]|$)/gi, String.raw`\<`)
    .replaceAll(/\](?=[([:]|$)/g, String.raw`\]`)
    .replace(/!$/, String.raw`\!`)
}

/** Space around what is marked stays outside of the marks. */
function spacedAs(text: string, marked: string): string {
  return `${/^\s/.test(text) ? ' ' : ''}${marked}${/\s$/.test(text) ? ' ' : ''}`
}

function marked(text: string, mark: string): string {
  const inner = text.trim()
  // Marks inside of marks, and around lines, say nothing that is worth the muddle.
  if (inner === '' || inner.includes('\n') || inner.startsWith('*') || inner.endsWith('*') || inner.length > 300)
    return text
  return spacedAs(text, `${mark}${inner}${mark}`)
}

function codeOf(content: string): string {
  const code = content.replaceAll(/\s+/g, ' ').trim()
  if (code === '') return ''
  const longest = code.matchAll(/`+/g).reduce((most, [run]) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${code}${fence}` : `${fence} ${code} ${fence}`
}

function linkOf(element: Element, options: Options): string {
  const text = contentOf(element, options)
  const inner = text.replaceAll(/\s+/g, ' ').trim()
  const href = element.getAttribute('href') ?? ''
  const link = href === '' || href.startsWith('#') ? undefined : safeLink(href, options)
  if (link === undefined || inner === '' || inner.includes('](')) return text
  return spacedAs(text, `[${inner}](${link})`)
}

const links = elementNames('a')

/** A loaded picture would tell its server who reads; a link does not. */
function imageOf(element: Element, options: Options): string {
  const alt = (element.getAttribute('alt') ?? '').replaceAll(/\s+/g, ' ').trim()
  const link = safeLink(element.getAttribute('src') ?? '', options)
  if (alt === '' || alt.length > 150 || link === undefined || liesWithin(element, links)) return ''
  return ` [${escaped(alt)}](${link}) `
}
