import type { DiscoveredModule } from '../../modules/discover/discovered-module.ts'
import { embeddedText } from '../texts/agent-units.ts'
import { unitHash } from './find-tables.ts'
import type { IndexEntry } from './index-entry.ts'

/** What names the texts that came with the program, and are in every space. */
export function bundledTexts(entries: readonly IndexEntry[], modules: readonly DiscoveredModule[]): readonly string[] {
  const names = new Set(modules.filter(({ origin }) => origin === 'bundled').map(({ name }) => name))
  const units = entries
    .filter(({ cards }) => cards.every(({ module }) => module !== null && names.has(module)))
    .flatMap((entry) => entry.units.filter(({ kind }) => kind !== 'learned'))
  return [...new Set(units.map((unit) => unitHash(embeddedText(unit))))]
}
