import { fenceFor } from '../../text/fence-for.ts'
import { classOf, elementNames, holdsElement, isElement } from '../tree/element.ts'
import { inlineElements } from './inline-elements.ts'
import { inlineMarkdown } from './inline-markdown.ts'

// https://github.github.com/gfm/
/** A tree as Markdown: headings, paragraphs, lists, quotes, tables and code. No raw HTML; images are links. */
export function toMarkdown(root: Element, options: { readonly base: string }): string {
  return blocksOf(root, options).join('\n\n')
}

type Options = { readonly base: string }

const silent = new Set(['script', 'style', 'template', 'noscript', 'head', 'svg', 'iframe', 'object', 'embed'])

function blocksOf(node: Element, options: Options): readonly string[] {
  const blocks: string[] = []
  let run: Node[] = []
  const flush = (): void => {
    const text = paragraph(run, options)
    if (text !== '') blocks.push(text)
    run = []
  }
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType === 3) run.push(child)
    if (!isElement(child) || silent.has(child.localName)) continue
    if (isInline(child)) run.push(child)
    else {
      flush()
      // Not spread: a page may have more blocks than a call may have arguments.
      for (const block of blockOf(child, options)) if (block !== '') blocks.push(block)
    }
  }
  flush()
  return blocks
}

function isInline(element: Element): boolean {
  const name = element.localName
  if (name === 'br' || name === 'img') return true
  // A link or a span around blocks is a block; what it leads to is in its heading or text.
  return inlineElements.has(name) && !holdsElement(element, blockNames)
}

const blockNames = elementNames('p div ul ol table pre blockquote h1 h2 h3 h4 h5 h6 section article dl figure')

function paragraph(nodes: readonly Node[], options: Options): string {
  const text = inlineMarkdown(nodes, options)
  return text.replaceAll(/^([-+>=]|#{1,6}|\d{1,9}[.)])(?=\s|$)|^(~{3,})/gm, (mark) =>
    /^\d/.test(mark) ? mark.replace(/[.)]$/, String.raw`\$&`) : `\\${mark}`,
  )
}

function blockOf(element: Element, options: Options): readonly string[] {
  const name = element.localName
  if (/^h[1-6]$/.test(name)) {
    const text = inlineMarkdown([...element.childNodes], options).replaceAll(/\s*\n\s*/g, ' ')
    return text === '' ? [] : [`${'#'.repeat(Number(name.charAt(1)))} ${text}`]
  }
  switch (name) {
    case 'pre':
      return [codeOf(element)]
    case 'ul':
    case 'ol':
      return [listOf(element, options)]
    case 'blockquote':
      return [prefixed(blocksOf(element, options).join('\n\n'), '> ', '> ')]
    case 'table': {
      const table = tableMarkdown(element, options)
      return table === undefined ? blocksOf(element, options) : [table]
    }
    case 'hr':
      return ['---']
    default:
      return blocksOf(element, options)
  }
}

function codeOf(element: Element): string {
  for (const line of element.querySelectorAll('br')) line.replaceWith('\n')
  const code = element.textContent.replaceAll(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()
  if (code === '') return ''
  const language = /(?:^|\s)language-([\w+#-]{1,20})/.exec(classOf(element))?.[1] ?? ''
  const fence = fenceFor(code)
  return `${fence}${language}\n${code}\n${fence}`
}

function listOf(list: Element, options: Options): string {
  const start = Number(list.getAttribute('start') ?? '1')
  let number = Number.isSafeInteger(start) && start >= 0 && start < 1e8 ? start : 1
  const items: string[] = []
  for (const child of list.children) {
    const blocks = blocksOf(child, options)
    if (blocks.length === 0) continue
    const marker = list.localName === 'ol' ? `${number}. ` : '- '
    number += 1
    // Lists inside of items follow their text without a blank line.
    const text = blocks.reduce((all, block) => `${all}${/^(?:- |\d+\. )/.test(block) ? '\n' : '\n\n'}${block}`)
    items.push(prefixed(text, marker, ' '.repeat(marker.length)))
  }
  return items.join('\n')
}

function prefixed(text: string, first: string, rest: string): string {
  if (text === '') return ''
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : line === '' ? rest.trimEnd() : rest + line))
    .join('\n')
}

/** A table as Markdown; undefined if it only arranges a page. */
function tableMarkdown(table: Element, options: Options): string | undefined {
  if (table.querySelector('table, ul, ol, pre, h1, h2, h3, blockquote') !== null) return undefined
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.children]
      .filter(({ localName }) => localName === 'td' || localName === 'th')
      .flatMap((cell) => {
        const text = inlineMarkdown([...cell.childNodes], options).replaceAll(/\s+/g, ' ')
        const span = Math.min(20, Math.max(1, Number(cell.getAttribute('colspan') ?? 1) || 1))
        return [text.replaceAll('|', String.raw`\|`), ...Array.from({ length: span - 1 }, () => '')]
      }),
  )
  const filled = rows.filter((cells) => cells.some((cell) => cell !== ''))
  const width = filled.reduce((most, { length }) => Math.max(most, length), 0)
  if (filled.length < 2 || width < 2 || width > 100) return undefined
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`
  const [head = [], ...body] = filled
  const caption = table.querySelector('caption')
  const title = caption === null ? '' : inlineMarkdown([...caption.childNodes], options)
  const lines = [line(head), line(Array.from({ length: width }, () => '---')), ...body.map(line)].join('\n')
  return title === '' ? lines : `${title}\n\n${lines}`
}
