import { embeddedText } from '../texts/agent-units.ts'
import { unitHash } from './find-tables.ts'
import type { IndexEntry } from './index-entry.ts'

/** What names the texts that came with the program, and are in every space. */
export function bundledTexts(entries: readonly IndexEntry[], bundled: ReadonlySet<string>): readonly string[] {
  const units = entries
    .filter(({ cards }) => cards.every(({ module }) => module !== null && bundled.has(module)))
    .flatMap((entry) => entry.units.filter(({ kind }) => kind !== 'learned'))
  return [...new Set(units.map((unit) => unitHash(embeddedText(unit))))]
}
