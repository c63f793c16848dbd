import { withoutControls } from '@datacortex/errors'
import type { OutputOf } from '@datacortex/space'
import { asked } from '../arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'

type Compared = OutputOf<'agents.compare'>
type Piece = Compared['pieces'][number]

export async function agentCompare(
  context: Context,
  given: { readonly id: string; readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<CommandResult> {
  const { id: agent, from, to } = given
  const data = await (await spaceOf(context)).agents.compare(asked({ agent, from, to }))
  const named = ({ version, hash }: Compared['from']): string => `${version} (${hash.slice(0, 8)})`
  const { pieces } = data
  const lines = pieces.length === 1 ? ['nothing differs'] : pieces.flatMap(linesOf)
  return { data, lines: [`--- ${named(data.from)}`, `+++ ${named(data.to)}`, ...lines.map(withoutControls)] }
}

/** Of what is the same the three lines beside what is not. */
function linesOf({ kind, lines }: Piece, place: number, pieces: readonly Piece[]): readonly string[] {
  if (kind !== 'same') return lines.map((line) => `${kind === 'added' ? '+' : '-'} ${line}`)
  const first = place === 0 ? [] : lines.slice(0, 3)
  const last = place === pieces.length - 1 ? [] : lines.slice(-3)
  const shown = first.length + last.length < lines.length ? [...first, '…', ...last] : lines
  return shown.map((line) => `  ${line}`)
}
