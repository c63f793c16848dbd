import { oneLine } from '@datacortex/content'
import type { PagePart } from './page-parts.ts'
import type { TypicalPrint } from './typical-print.ts'

/**
 * The title of a document: that of its metadata if its first page says it too, else the largest print of that page,
 * else what metadata or first line have.
 *
 * @param parts - Of the document.
 * @param options - `stated` in the metadata, the running text's `print`, and the `name` of the file.
 */
export function documentTitle(
  parts: readonly PagePart[],
  { stated, print, name }: { readonly stated: string; readonly print: TypicalPrint; readonly name: string },
): string {
  const early = parts.filter(({ page }) => page === parts[0]?.page)
  const shown = early.map(textOf).join(' ')
  const title = oneLine(stated)
  const isUsable = !isMade(title, name)
  if (isUsable && lettersOf(shown).includes(lettersOf(title))) return title
  const headings = early.filter((part) => part.kind === 'heading')
  const sizes = headings.map(sizeOf)
  const largest = headings.find((part) => sizeOf(part) === Math.max(...sizes))
  if (largest !== undefined && sizeOf(largest) >= print.size * 1.15) return titleOf(textOf(largest))
  if (isUsable) return title
  return titleOf(textOf(largest ?? parts.find((part) => /\p{L}{3}/u.test(textOf(part))) ?? parts[0])) || name
}

const longestTitle = 200

function titleOf(text: string): string {
  const line = oneLine(text)
  if (line.length <= longestTitle) return line
  return `${line.slice(0, longestTitle).replace(/\s\S*$/, '')}…`
}

/** Programs put their own name, or the file's, where a title should be. */
function isMade(title: string, name: string): boolean {
  if (!/\p{L}{3}/u.test(title)) return true
  if (
    /^(?:microsoft (?:word|powerpoint|excel)|untitled|unknown|document\d*$|slide \d|print|layout \d|title$)/i.test(
      title,
    )
  )
    return true
  if (/\.(?:docx?|odt|rtf|tex|dvi|ps|pdf|indd|qxd|pptx?|xlsx?|pages|html?|md|txt)$/i.test(title)) return true
  return lettersOf(title) === lettersOf(name.replace(/\.[a-z0-9]+$/i, ''))
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

function textOf(part: PagePart | undefined): string {
  if (part === undefined) return ''
  return part.kind === 'table'
    ? part.rows.flat().join(' ')
    : part.lines.map(({ text, hasHyphen }) => `${text}${hasHyphen ? '-' : ' '}`).join('')
}

function sizeOf(part: PagePart): number {
  return part.kind === 'table' ? 0 : Math.max(...part.lines.map(({ size, isUpright }) => (isUpright ? size : 0)))
}
