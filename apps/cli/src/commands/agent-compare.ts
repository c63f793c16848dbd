import { withoutControls } from '@datacortex/errors'
import type { OutputOf } from '@datacortex/space'
import { commandOf } from '../command-of.ts'

type Compared = OutputOf<'agents.compare'>
type Piece = Compared['pieces'][number]

export const agentCompare = commandOf('agents.compare', ({ from, to, pieces }) => {
  const named = ({ version, hash }: Compared['from']): string => `${version} (${hash.slice(0, 8)})`
  const lines = pieces.length === 1 ? ['nothing differs'] : pieces.flatMap(linesOf)
  return [`--- ${named(from)}`, `+++ ${named(to)}`, lines.map(withoutControls)]
})

/** Of what is the same the three lines beside what is not. */
function linesOf({ kind, lines }: Piece, place: number, pieces: readonly Piece[]): readonly string[] {
  if (kind !== 'same') return lines.map((line) => `${kind === 'added' ? '+' : '-'} ${line}`)
  const first = place === 0 ? [] : lines.slice(0, 3)
  const last = place === pieces.length - 1 ? [] : lines.slice(-3)
  const shown = first.length + last.length < lines.length ? [...first, '…', ...last] : lines
  return shown.map((line) => `  ${line}`)
}
