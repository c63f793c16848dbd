import type { Element, Nodes, Root } from 'hast'
import rehypeKatex from 'rehype-katex'
import rehypeSanitize, { type Options as Schema, defaultSchema } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { readFrontMatter } from '../head/front-matter.ts'
import { whyUnusual } from '../files/why-unusual.ts'
import { type FindNote, noteSyntax } from './note-syntax.ts'
import { orgAsMarkdown } from './org-as-markdown.ts'

/** What is rendered. */
export type RenderOptions = {
  /** Of the note, relative to the root of the space. */
  readonly path: string
  /** Where the text stands in its note, from 1. */
  readonly firstLine: number
  /** The line by which a callout begins that goes on in this text. */
  readonly callout?: string | undefined
  readonly noteOf: FindNote
  /** The file that a link means which leads to no note. */
  readonly fileOf?: FindNote | undefined
}

/**
 * A part of a note as HTML that runs nothing, loads nothing and has no styles: everything else is shown as text.
 *
 * Each block has the id `L12` of its line, also in a callout that is folded. A link to a note has `data-note`, an embedded one `data-embed`, with its path
 * and perhaps `#` and a heading; a file, linked or embedded, has `data-file`. The one who shows it says where these lead.
 * @example renderMarkdown('See [[Bees]]', { path: 'A.md', firstLine: 1, noteOf: () => 'Bees.md' })
 */
export function renderMarkdown(given: string, { path, firstLine, callout, noteOf, fileOf }: RenderOptions): string {
  const isOrg = /\.org$/i.test(path)
  const { text, removed } = isOrg ? { text: orgAsMarkdown(given), removed: 0 } : withoutHead(given, { path, firstLine })
  if (whyUnusual(text) !== undefined) return plainText(text)
  const begun = callout === undefined ? '' : `${callout}\n>\n`
  const linesBefore = firstLine - 1 + removed - (callout === undefined ? 0 : 2)
  const prefix = `p${firstLine}-`
  try {
    const pipeline = unified()
      .use(remarkParse)
      .use(remarkGfm)
      .use(remarkMath)
      .use(noteSyntax, { path, noteOf, fileOf })
      .use(remarkRehype, {
        clobberPrefix: prefix,
        handlers: { html: (_, { value }: { value: string }) => shownHtml(value) },
      })
      .use(rehypeSanitize, schema)
      .use(rehypeKatex, { output: 'mathml', trust: false, strict: 'ignore', maxExpand: 200, maxSize: 20 })
      .use(finish, { linesBefore, firstLine })
      .use(rehypeStringify)
    return String(pipeline.processSync(begun + text))
  } catch (error) {
    // Some texts are nested deeper than a stack is.
    if (!(error instanceof RangeError)) throw error
    return plainText(text)
  }
}

/** Front matter is shown by its fields. */
function withoutHead(text: string, { path, firstLine }: { readonly path: string; readonly firstLine: number }) {
  if (firstLine !== 1) return { text, removed: 0 }
  const { bodyStart } = readFrontMatter(text, path)
  return { text: text.slice(bodyStart), removed: text.slice(0, bodyStart).split('\n').length - 1 }
}

/** HTML of a note is text to a reader, but a comment is for who writes. */
function shownHtml(value: string): { type: 'text'; value: string } | undefined {
  return /^<!--[\s\S]*-->$/.test(value.trim()) ? undefined : { type: 'text', value }
}

function plainText(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<pre class="plain" tabindex="0">${escaped}</pre>`
}

const schema: Schema = {
  ...defaultSchema,
  clobberPrefix: '',
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== 'img' && name !== 'source').concat('aside'),
  protocols: { href: ['http', 'https', 'mailto'] },
  attributes: {
    a: ['dataFootnoteBackref', 'dataFootnoteRef', 'dataFile', 'dataNote', 'href', 'ariaDescribedBy', 'ariaLabel'],
    aside: [['className', 'callout', /^callout-[a-z-]{1,20}$/]],
    details: ['open', ['className', 'callout', /^callout-[a-z-]{1,20}$/]],
    code: [['className', /^language-./, 'math-inline', 'math-display']],
    h2: [['className', 'sr-only']],
    input: [['disabled', true], ['type', 'checkbox'], 'checked'],
    li: [['className', 'task-list-item']],
    ol: ['start', ['className', 'contains-task-list']],
    p: [['className', 'callout-title']],
    summary: [['className', 'callout-title']],
    section: ['dataFootnotes', ['className', 'footnotes']],
    span: ['dataEmbed', 'dataFile', ['className', 'unresolved', 'picture', 'embed', 'file']],
    td: ['align'],
    th: ['align'],
    ul: [['className', 'contains-task-list']],
    '*': ['id', 'title'],
  },
}

/** Ids of blocks by their lines, what can be scrolled by keyboard, formulas that could not be read, and links that name no sender. */
function finish({ linesBefore, firstLine }: { readonly linesBefore: number; readonly firstLine: number }) {
  return (root: Root): void => {
    const open: (Root | Element)[] = [root]
    for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
      if (parent.type === 'root' || parent.tagName === 'details')
        for (const { type, tagName, properties, position } of parent.children as Element[])
          if (type === 'element' && tagName !== 'summary' && position !== undefined) {
            const line = position.start.line + linesBefore
            if (line >= firstLine) properties['id'] ??= `L${line}`
          }
      parent.children = parent.children.map((child) => (child.type === 'element' ? finished(child) : child))
      for (const child of parent.children) if (child.type === 'element') open.push(child)
    }
  }
}

function finished(element: Element): Element {
  const { tagName, properties } = element
  delete properties['style']
  // Of formulas: a colour that can be read on one ground can't on another.
  delete properties['mathcolor']
  if (tagName === 'a' && properties['href'] !== undefined) properties['rel'] = 'noreferrer noopener'
  if (tagName === 'input') properties['ariaLabel'] = properties['checked'] === true ? 'done' : 'to do'
  if (tagName === 'pre') properties['tabIndex'] = 0
  if (isClass(element, 'katex-error'))
    return { type: 'element', tagName: 'code', properties: {}, children: element.children }
  const isTable = tagName === 'table' && !isClass(element, 'framed')
  if (!isTable) return element
  const { id, ...rest } = properties
  const table = { ...element, properties: { ...rest, className: ['framed'] } }
  const frame = { className: ['wide'], tabIndex: 0, ...(id === undefined ? {} : { id }) }
  return { type: 'element', tagName: 'div', properties: frame, children: [table] }
}

function isClass({ properties }: Extract<Nodes, Element>, name: string): boolean {
  const { className } = properties
  return Array.isArray(className) && className.includes(name)
}
