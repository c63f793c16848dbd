import { shellWord } from '@datacortex/platform'
import type { OutputOf } from '@datacortex/space'
import { takenInRows } from '@datacortex/space/words'
import { columns } from '@datacortex/wording'

export function undoLines(undone: OutputOf<'undo'>): readonly string[] {
  const { run, restored, removed, kept, partly, dry_run: dryRun } = undone
  const isNothing = restored.length + removed.length + kept.length === 0
  return columns([
    ...removed.map((path) => [dryRun ? 'would remove' : 'removed', path]),
    ...restored.map((path) => [dryRun ? 'would restore' : 'restored', path]),
    ...partly.map(({ path, reason }) => ['partly', `${path}  what the run wrote there before stays: ${reason}`]),
    ...kept.map(({ path, reason }) => ['kept', `${path}  ${reason}`]),
    ...(removed.length > 0 ? linksOf(kept) : []),
    ...(isNothing ? [['nothing', `${run} is taken back already`]] : []),
    ...takenInRows(undone),
    ...(dryRun ? [['dry run', 'nothing was changed']] : []),
  ])
}

/** Somebody who changed a note after a move has links in it to where the note is no more. */
function linksOf(kept: OutputOf<'undo'>['kept']): readonly (readonly string[])[] {
  const [note] = kept.filter(({ path }) => /\.(?:md|markdown|org)$/i.test(path))
  if (note === undefined) return []
  return [['next', `datacortex note links ${shellWord(note.path)}   (what it leads to may be gone now)`]]
}
