import { oneLine } from '@datacortex/content'
import { type Document, parse } from 'orga'
import { isoDate } from '@datacortex/text'
import { orgBlocks, plainBlock } from './org-markdown.ts'
import { withoutFileDrawer } from './org-properties.ts'
import type { Reader } from './reader.ts'
import { splitOrg } from './split-org.ts'

/** Org: headings with their states, tags and properties, lists, tables, blocks. */
export const readOrg: Reader = ({ text, signal }) => {
  // The parser takes it for a paragraph.
  const pieces = splitOrg(withoutFileDrawer(text()))
  const properties = new Map<string, string>()
  const blocks: string[] = []
  for (const { source, isPlain } of pieces) {
    signal.throwIfAborted()
    const document = isPlain ? undefined : parsed(source)
    if (document === undefined) blocks.push(plainBlock(source))
    else for (const block of orgBlocks(document.children, source)) blocks.push(block)
    for (const [key, value] of Object.entries(document?.properties ?? {})) {
      const line = Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : ''
      if (!properties.has(key)) properties.set(key, oneLine(line))
    }
  }
  const property = (key: string): string => properties.get(key) ?? ''
  const date = isoDate(/\d{4}(?:-\d\d(?:-\d\d)?)?/.exec(property('date'))?.[0])
  const tags = property('filetags')
    .split(/[:\s]+/)
    .filter((tag) => tag !== '')
  const heading =
    blocks
      .find((block) => block.startsWith('#'))
      ?.replace(/^#+\s+(?:\*\*\w+\*\* )?/, '')
      .replaceAll(times, '') ?? ''
  const title = property('title') === '' ? oneLine(heading) : property('title')
  const authors = property('author').split(/\s*[;,]\s+/)
  const [description, language] = [property('description') || undefined, property('language') || undefined]
  return { title, authors, description, language, publishedAt: date, tags, text: blocks.join('\n\n') }
}

const times = / \((?:SCHEDULED|DEADLINE|CLOSED): [^()]*\)/g

/** Undefined for what the parser can't read, which is shown as it is then. */
function parsed(source: string): Document | undefined {
  try {
    return parse(source)
  } catch (error) {
    // It is recursive, and strict in places where Org is not.
    if (error instanceof Error) return undefined
    throw error
  }
}
