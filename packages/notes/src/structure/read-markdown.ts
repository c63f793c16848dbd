import type { Definition, Nodes, Root } from 'mdast'
import { toString } from 'mdast-util-to-string'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'
import { shortenText } from './shorten-text.ts'
import { type Heading, type MarkdownLink, type TextRange, type TextStructure, rangesOf } from './text-structure.ts'

export function readMarkdown(text: string): TextStructure {
  const short = shortenText(text)
  if (short.headings !== undefined) {
    const headings = short.headings.map((heading) => ({ ...heading, text: plain(heading.text) }))
    return { headings, opaque: [], destinations: [] }
  }
  const headings: Heading[] = []
  const opaque: TextRange[] = []
  const links: (MarkdownLink | Reference)[] = []
  const definitions = new Map<string, Definition>()
  const address = (node: WithAddress): Address => addressOf(node, { text, wholeOffset: short.wholeOffset })
  visit(markdown.parse(short.text), (node) => {
    const start = short.wholeOffset(node.position?.start.offset ?? 0)
    const end = short.wholeOffset(node.position?.end.offset ?? 0)
    if (node.type === 'heading') headings.push({ depth: node.depth, text: plain(toString(node)), start, end })
    else if (node.type === 'code' || node.type === 'inlineCode') opaque.push({ start, end })
    else if (node.type === 'html') opaque.push(...hiddenHtml(text.slice(start, end), start))
    else if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node)
    else if (node.type === 'link') links.push({ ...address(node), text: toString(node), embed: false, start })
    else if (node.type === 'image') links.push({ ...address(node), text: node.alt ?? '', embed: true, start })
    else if (node.type === 'linkReference' || node.type === 'imageReference') {
      // A footnote of one word looks like the definition of a link.
      const { identifier, type } = node
      if (!identifier.startsWith('^'))
        links.push({ identifier, text: toString(node), embed: type === 'imageReference', start })
    }
  })
  const destinations = links.flatMap((link) => {
    if ('url' in link) return [link]
    const { identifier, ...rest } = link
    const definition = definitions.get(identifier)
    return definition === undefined ? [] : [{ ...address(definition), ...rest }]
  })
  return { headings, opaque, destinations }
}

const markdown: Processor<Root> = unified().use(withoutEmphasis).use(withAddresses).use(remarkParse).freeze()

/** Emphasis means nothing here, costs a fifth of the time, and the parser's time for it grows with the square. */
function withoutEmphasis(this: Processor): void {
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: ['attention'] } }]
}

/** Keeps where an address stands, which the parser forgets. */
function withAddresses(this: Processor): void {
  const data = this.data()
  data.fromMarkdownExtensions = [
    ...(data.fromMarkdownExtensions ?? []),
    { enter: { resourceDestination: keepAddress, definitionDestination: keepAddress } },
  ]
}

type Ends = { readonly [end in 'start' | 'end']: { readonly offset: number } }

function keepAddress(this: { readonly stack: readonly object[] }, { start, end }: Ends): void {
  const node = this.stack.at(-1)
  if (node !== undefined) Object.assign(node, { data: { destination: { start: start.offset, end: end.offset } } })
}

type WithAddress = Extract<Nodes, { type: 'link' | 'image' | 'definition' }>

type Address = Pick<MarkdownLink, 'url' | 'destination' | 'isBracketed'>

function addressOf(
  { url, data }: WithAddress,
  { text, wholeOffset }: { text: string; wholeOffset: (offset: number) => number },
): Address {
  const found: unknown = data !== undefined && 'destination' in data ? data.destination : undefined
  if (!isRange(found)) return { url }
  const destination = { start: wholeOffset(found.start), end: wholeOffset(found.end) }
  if (text[destination.start] !== '<') return { url, destination }
  return { url, destination: { start: destination.start + 1, end: destination.end - 1 }, isBracketed: true }
}

function isRange(value: unknown): value is TextRange {
  return typeof value === 'object' && value !== null && 'start' in value && 'end' in value
}

type Reference = Omit<MarkdownLink, 'url' | 'destination' | 'isBracketed'> & { readonly identifier: string }

/** Without recursion: lists and quotes can be nested deeper than the stack. */
function visit(root: Root, see: (node: Nodes) => void): void {
  const open: Nodes[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    see(node)
    if ('children' in node) for (const child of node.children.toReversed()) open.push(child)
  }
}

/** Comments, and elements whose content is code; other HTML can hold links and tags. */
function hiddenHtml(html: string, offset: number): readonly TextRange[] {
  const hidden = rangesOf(html, /<!--[\s\S]*?(?:-->|$)|<(script|style|pre|code)\b[\s\S]*?(?:<\/\1>|$)/gi)
  return hidden.map(({ start, end }) => ({ start: offset + start, end: offset + end }))
}

/** The words of a heading, without marks of emphasis and with the label of a wiki-link in place of the link. */
function plain(text: string): string {
  return text
    .slice(0, 300)
    .replaceAll(/(?<![\p{L}\p{M}\p{N}])(\*\*|__|[*_])(?=\S)(.+?)\1(?![\p{L}\p{M}\p{N}])/gu, '$2')
    .replaceAll(/!?\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
