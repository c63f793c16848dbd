import { oneLine } from '@datacortex/content'
import type { PagePart } from './page-parts.ts'
import type { TypicalPrint } from './typical-print.ts'

/** The title of a document: its metadata's if the first page says it too, else the largest print there. */
export function documentTitle(
  parts: readonly PagePart[],
  { stated, print, name, height }: { stated: string; print: TypicalPrint; name: string; height: number },
): string {
  const early = parts.filter(({ page }) => page === parts[0]?.page)
  const title = oneLine(stated)
  const isUsable = !isMade(title, name)
  if (isUsable && isShown(title, early)) return title
  const headings = early.filter((part) => part.kind === 'heading')
  const size = headings.reduce((most, part) => Math.max(most, sizeOf(part)), -Infinity)
  const largest = headings.find((part) => sizeOf(part) === size)
  const below = largest === undefined ? undefined : titleBelow(largest, { headings, parts, print, height })
  if (below !== undefined) return titleOf(textOf(below))
  if (largest !== undefined && sizeOf(largest) >= print.size * 1.15) return titleOf(textOf(largest))
  if (isUsable) return title
  return titleOf(textOf(largest ?? parts.find((part) => /\p{L}{3}/u.test(textOf(part))) ?? parts[0])) || name
}

function isShown(title: string, parts: readonly PagePart[]): boolean {
  const text = parts.map(textOf).join(' ')
  return text.includes(title) || lettersOf(text).includes(lettersOf(title))
}

type Page = {
  readonly headings: readonly PagePart[]
  readonly parts: readonly PagePart[]
  readonly print: TypicalPrint
  readonly height: number
}

const fewestWords = 3

/** The title below the name of a journal, which may be set larger. */
function titleBelow(largest: PagePart, { headings, parts, print, height }: Page): PagePart | undefined {
  const later = parts.filter(({ page }) => page !== largest.page)
  const isRepeated = (part: PagePart): boolean => {
    const letters = lettersOf(textOf(part))
    return later.some((other) => letters.startsWith(startOf(other)) && lettersOf(textOf(other)) === letters)
  }
  if (wordsOf(largest) >= fewestWords && !isRepeated(largest)) return undefined
  const rest = headings.slice(headings.indexOf(largest) + 1)
  const titles = rest.filter(
    (part) =>
      sizeOf(part) >= print.size * 1.4 &&
      wordsOf(part) >= fewestWords &&
      part.kind === 'heading' &&
      (part.lines[0]?.baseline ?? 0) >= height / 2 &&
      !isRepeated(part),
  )
  const size = Math.max(...titles.map(sizeOf))
  return titles.find((part) => sizeOf(part) === size)
}

function wordsOf(part: PagePart): number {
  return textOf(part).match(/\p{L}{2,}/gu)?.length ?? 0
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

/** Enough to tell most parts from another, without going through the whole text. */
function startOf(part: PagePart): string {
  return part.kind === 'table' ? '' : lettersOf(part.lines[0]?.text ?? '')
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
