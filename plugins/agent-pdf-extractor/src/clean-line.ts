import { type RemovedCharacters, sanitiseText } from '@datacortex/content'
import type { PageLine } from './page-line.ts'

/** A cleaner for one document: no invisible characters, no ligatures, NFC. */
export function createLineCleaner() {
  const removed = { tag: 0, variation_selector: 0, bidi: 0, zero_width: 0, control: 0, soft_hyphen: 0 }
  const cleaned = (text: string): string => {
    const result = sanitiseText(text)
    for (const kind of kinds) removed[kind] += result.removed[kind]
    return result.text
      .replaceAll(ligature, (letter) => letter.normalize('NFKC'))
      .replaceAll(/\s+/g, ' ')
      .trim()
  }
  return {
    clean(line: PageLine): PageLine {
      if (plain.test(line.text)) return line
      const text = cleaned(line.text)
      const cells = line.cells.map((cell) => ({
        ...cell,
        text: sanitiseText(cell.text).text.replaceAll(/\s+/g, ' ').trim(),
      }))
      return { ...line, text, cells: cells.length === 1 ? cells.map((cell) => ({ ...cell, text })) : cells }
    },
    removed: (): RemovedCharacters => ({ ...removed }),
  }
}

const kinds = ['tag', 'variation_selector', 'bidi', 'zero_width', 'control', 'soft_hyphen'] as const
const ligature = /[\ufb00-\ufb06]/g
/** Letters of the west and marks of print: they are seen, and NFC. */
const plain = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2030-\u203a]*$/
