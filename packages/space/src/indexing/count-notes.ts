import { type SpacePaths, patientLimit } from '@datacortex/platform'

export type NoteCount = {
  readonly count: number
  /** Whether that is all of them: a home folder would take long. */
  readonly is_whole: boolean
}

const longestMs = 500

/** Counts the notes of a space for as long as nobody minds. */
export async function countNotes(paths: SpacePaths, signal?: AbortSignal): Promise<NoteCount> {
  const { scanNotes } = await import('@datacortex/notes')
  const until = performance.now() + patientLimit(longestMs)
  let count = 0
  for await (const entry of scanNotes(paths, { signal })) {
    if (entry.kind === 'file') count += 1
    if (performance.now() > until) return { count, is_whole: false }
  }
  return { count, is_whole: true }
}
