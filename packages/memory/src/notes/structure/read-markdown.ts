import type { Definition, Nodes, Root } from 'mdast'
import { toString } from 'mdast-util-to-string'
import remarkParse from 'remark-parse'
import type { Processor } from 'unified'
import { unified } from 'unified'
import type { Heading, MarkdownLink, TextRange, TextStructure } from './text-structure.ts'

/** Reads the structure of Markdown through remark. */
export function readMarkdown(text: string): TextStructure {
  const headings: Heading[] = []
  const opaque: TextRange[] = []
  const links: (MarkdownLink | Reference)[] = []
  const definitions = new Map<string, Definition>()
  visit(markdown.parse(text), (node) => {
    const start = node.position?.start.offset ?? 0
    const end = node.position?.end.offset ?? start
    if (node.type === 'heading') headings.push({ depth: node.depth, text: plain(toString(node)), start, end })
    else if (node.type === 'code' || node.type === 'inlineCode') opaque.push({ start, end })
    else if (node.type === 'html') opaque.push(...hiddenHtml(node.value, start))
    else if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node)
    else if (node.type === 'link') links.push({ url: node.url, text: toString(node), embed: false, start })
    else if (node.type === 'image') links.push({ url: node.url, text: node.alt ?? '', embed: true, start })
    else if (node.type === 'linkReference' || node.type === 'imageReference') {
      // A footnote of one word looks like the definition of a link.
      if (!node.identifier.startsWith('^')) links.push({ ...reference(node), start })
    }
  })
  const destinations = links.flatMap((link) => {
    if ('url' in link) return [link]
    const url = definitions.get(link.identifier)?.url
    return url === undefined ? [] : [{ url, text: link.text, embed: link.embed, start: link.start }]
  })
  return { headings, opaque, destinations }
}

const markdown: Processor<Root> = unified().use(withoutEmphasis).use(remarkParse).freeze()

/** Emphasis means nothing here, costs a fifth of the time, and the parser's time for it grows with the square. */
function withoutEmphasis(this: Processor): void {
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: ['attention'] } }]
}

type Reference = Omit<MarkdownLink, 'url'> & { readonly identifier: string }

function reference(node: Extract<Nodes, { type: 'linkReference' | 'imageReference' }>): Omit<Reference, 'start'> {
  return { identifier: node.identifier, text: toString(node), embed: node.type === 'imageReference' }
}

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
  return [...html.matchAll(/<!--[\s\S]*?(?:-->|$)|<(script|style|pre|code)\b[\s\S]*?(?:<\/\1>|$)/gi)].map((found) => ({
    start: offset + found.index,
    end: offset + found.index + found[0].length,
  }))
}

/** The words of a heading, without marks of emphasis and with the label of a wiki-link in place of the link. */
function plain(text: string): string {
  return text
    .slice(0, 300)
    .replaceAll(/(?<![\p{L}\p{N}])(\*\*|__|[*_])(?=\S)(.+?)\1(?![\p{L}\p{N}])/gu, '$2')
    .replaceAll(/!?\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
