import type { UndoneWrites } from '@datacortex/platform'
import { shellWord } from '@datacortex/platform'
import type { TakenIn } from '../indexing/take-in-notes.ts'
import { columns } from './format.ts'
import { takenInRows } from './taken-in-rows.ts'

/**
 * What became of each file of a run that is taken back, as people read it.
 *
 * @param run - Its name.
 * @param undone - Of `undoWrites`.
 * @param options - Whether it is only said what would be done; what the index lacks afterwards.
 * @example undoLines(run, undone, { dryRun: false })
 */
export function undoLines(
  run: string,
  { restored, removed, kept, partly }: UndoneWrites,
  { dryRun, taken }: { readonly dryRun: boolean; readonly taken?: TakenIn | undefined },
): readonly string[] {
  const isNothing = restored.length + removed.length + kept.length === 0
  return columns([
    ...removed.map((path) => [dryRun ? 'would remove' : 'removed', path]),
    ...restored.map((path) => [dryRun ? 'would restore' : 'restored', path]),
    ...partly.map(({ path, reason }) => ['partly', `${path}  what the run wrote there before stays: ${reason}`]),
    ...kept.map(({ path, reason }) => ['kept', `${path}  ${reason}`]),
    ...(removed.length > 0 ? linksOf(kept) : []),
    ...(isNothing ? [['nothing', `${run} is taken back already`]] : []),
    ...takenInRows(taken),
    ...(dryRun ? [['dry run', 'nothing was changed']] : []),
  ])
}

/** Somebody who changed a note after a move has links in it to where the note is no more. */
function linksOf(kept: UndoneWrites['kept']): readonly (readonly string[])[] {
  const [note] = kept.filter(({ path }) => /\.(?:md|markdown|org)$/i.test(path))
  if (note === undefined) return []
  return [['next', `datacortex note links ${shellWord(note.path)}   (what it leads to may be gone now)`]]
}
