import { type Written, indexField, takeInNotes } from '../indexing/take-in-notes.ts'
import type { Work } from '../work.ts'
import { inTurn } from './in-turn.ts'

type Writing = {
  readonly dry_run?: boolean | undefined
  readonly index?: boolean | undefined
  /** Notes that may leave the index without a question. */
  readonly mostGone?: number
}

/** Changes notes in turn with others, and brings the index in step with them. `run`: under which it was written, if anything was. */
export async function inWriting<Change extends { readonly run: string | undefined }>(
  work: Work,
  { dry_run: isDry = false, index = true, mostGone }: Writing,
  change: () => Promise<Change>,
): Promise<Omit<Change, 'run'> & Written> {
  const { run: undo, ...changed } = isDry ? await change() : await inTurn(work.paths, change, work)
  if (isDry) return { ...changed, dry_run: true }
  const taken = index && undo !== undefined ? await takeInNotes(work, { mostGone, undo }) : undefined
  return { ...changed, undo, ...indexField(taken) }
}
