import type { PageLine } from './page-line.ts'
import type { TypicalPrint } from './typical-print.ts'

const largerBy = 1.12
const longestHeading = 160
const longestBoldHeading = 90

/** `heading` for a line that is set larger than the running text, or in bold and short. */
export function headingKind(line: PageLine, print: TypicalPrint): 'heading' | undefined {
  const { text, size, isUpright, cells, hasHyphen } = line
  // Most lines are running text: numbers tell it soonest.
  const isLarge = size >= print.size * largerBy
  if (!isUpright || text.length > longestHeading || !(isLarge || isBold(line, print))) return undefined
  if (!/\p{L}{2}|^\p{Lu}$/u.test(text)) return undefined
  // Names of authors are often set large.
  if (text.split(',').length > 3) return undefined
  if (isLarge) return 'heading'
  const stands = text.length <= longestBoldHeading && cells.length === 1 && !hasHyphen && !/[.,;:!]$/.test(text)
  return stands && size > print.size * 0.9 && !/^[•–—*-]\s/.test(text) ? 'heading' : undefined
}

function isBold({ weight }: PageLine, print: TypicalPrint): boolean {
  return weight >= 500 && weight >= print.weight * 1.3
}
