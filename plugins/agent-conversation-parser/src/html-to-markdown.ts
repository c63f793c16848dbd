import { decodeEntities } from './decode-entities.ts'

/**
 * The HTML of an answer as Markdown: paragraphs, headings, lists, code, tables, emphasis and links. Scripts and styles
 * go, everything else becomes its text.
 *
 * @param html - A piece, not a page. Read from left to right, so that depth costs nothing.
 */
export function htmlToMarkdown(html: string): string {
  const state: State = { out: [], lists: [], isCode: false, link: undefined, dropped: undefined }
  for (const [, text = '', closing = '', name = '', attributes = ''] of html.matchAll(pieces)) {
    if (text !== '') addText(text, state)
    else if (name !== '') addTag({ name: name.toLowerCase(), isEnd: closing === '/', attributes }, state)
  }
  return state.out
    .join('')
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Text, or a tag with its attributes; comments and declarations match without a group. */
const pieces = /([^<]+)|<!--[\s\S]*?(?:-->|$)|<(\/?)([a-zA-Z][\w-]*)((?:"[^"]*"|'[^']*'|[^<>"'])*)>|<[!?][^<>]*>|(?:<)/g

type State = {
  readonly out: string[]
  /** Of an ordered list the number of the next item, of another `undefined`. */
  readonly lists: (number | undefined)[]
  isCode: boolean
  link: string | undefined
  /** Name of an element whose text is not shown. */
  dropped: string | undefined
}

type Tag = { readonly name: string; readonly isEnd: boolean; readonly attributes: string }

function addText(text: string, { out, isCode, dropped }: State): void {
  if (dropped !== undefined) return
  const decoded = decodeEntities(text)
  if (isCode) return void out.push(decoded)
  const spaced = decoded.replaceAll(/\s+/g, ' ')
  const isLineStart = out.length === 0 || (out.at(-1) ?? '').endsWith('\n')
  const shown = isLineStart ? spaced.trimStart() : spaced
  if (shown !== '') out.push(isLineStart ? shown.replace(/^(#{1,6} |>|[-+*] |\d+\. )/, String.raw`\$1`) : shown)
}

function addTag(tag: Tag, state: State): void {
  const { name, isEnd } = tag
  if (state.dropped !== undefined) {
    if (isEnd && name === state.dropped) state.dropped = undefined
    return
  }
  if (hidden.has(name)) state.dropped = isEnd ? undefined : name
  else if (name === 'pre') addPre(isEnd, state)
  else if (name === 'ul' || name === 'ol') addList(tag, state)
  else if (name === 'a') addLink(tag, state)
  else state.out.push(markFor(tag, state))
}

const hidden = new Set(['script', 'style', 'template', 'noscript', 'svg', 'head', 'title'])

function addPre(isEnd: boolean, state: State): void {
  state.isCode = !isEnd
  state.out.push(isEnd ? '\n```\n\n' : '\n\n```\n')
}

function addList({ name, isEnd }: Tag, { lists, out }: State): void {
  if (isEnd) lists.pop()
  else lists.push(name === 'ol' ? 1 : undefined)
  out.push(lists.length > (isEnd ? 0 : 1) ? '\n' : '\n\n')
}

function addLink({ isEnd, attributes }: Tag, state: State): void {
  if (state.isCode) return
  if (!isEnd) {
    const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(attributes)
    state.link = decodeEntities(href?.[1] ?? href?.[2] ?? href?.[3] ?? '').replaceAll(/[\s()<>]/g, encodeURIComponent)
    if (state.link !== '') state.out.push('[')
    return
  }
  if (state.link !== undefined && state.link !== '') state.out.push(`](${state.link})`)
  state.link = undefined
}

const inline: Readonly<Record<string, string>> = { b: '**', strong: '**', em: '*', i: '*', code: '`' }
const blocks = new Set(
  'p div section article blockquote table tbody thead ul ol dl dd dt figure h1 h2 h3 h4 h5 h6 hr'.split(' '),
)

function markFor({ name, isEnd }: Tag, { isCode, lists }: State): string {
  if (isCode) return name === 'br' ? '\n' : ''
  const mark = inline[name]
  if (mark !== undefined) return mark
  if (name === 'br') return '\n'
  if (name === 'li') return isEnd ? '' : itemMark(lists)
  if (name === 'tr') return isEnd ? '|\n' : '\n'
  if (name === 'td' || name === 'th') return isEnd ? ' ' : '| '
  if (/^h[1-6]$/.test(name)) return isEnd ? '\n\n' : `\n\n${'#'.repeat(Number(name[1]))} `
  if (!blocks.has(name)) return ''
  // A paragraph inside of an item stays with its mark.
  return lists.length > 0 && !isEnd ? '' : '\n\n'
}

function itemMark(lists: (number | undefined)[]): string {
  const indent = '  '.repeat(Math.min(Math.max(lists.length - 1, 0), 20))
  const number = lists.at(-1)
  if (number === undefined) return `\n${indent}- `
  lists[lists.length - 1] = number + 1
  return `\n${indent}${number}. `
}
