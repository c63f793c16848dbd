import { type GraphNote, type ScannedNote, type Skipped, readNoteRules, scanNotes } from '@datacortex/notes'
import type { OnProgress, SpacePaths } from '@datacortex/platform'
import type { StoredNotes } from './open-chunks.ts'

export type FileChanges = {
  readonly unchanged: number
  /** Files that must be read to know whether they changed. */
  readonly candidates: readonly ScannedNote[]
  /** Paths in the index whose files were not found, although the folders they were in could be read or are links now. */
  readonly gone: readonly string[]
  /** Paths in the index that a rule leaves out now: they are not lost. */
  readonly ruledOut: readonly string[]
  readonly leftOut: readonly LeftOutNotes[]
  /** What was passed over; what the index has of it stays if it could not be read, and goes if it is none. */
  readonly skipped: readonly Skipped[]
}

export type LeftOutNotes = {
  /** Such as `index.ignore: Drafts` or `templates of Obsidian: Templates`. */
  readonly rule: string
  readonly notes: number
}

/** What the graph has of the notes, and what the collection. */
export type KnownNotes = { readonly known: ReadonlyMap<string, GraphNote>; readonly stored: StoredNotes }

type FindFileChangesOptions = KnownNotes & {
  readonly full: boolean
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: OnProgress | undefined
}

/** Compares the files of a space with the index by size, time and inode; opens none of them. */
export async function findFileChanges(
  paths: SpacePaths,
  { known, stored, full, signal, onProgress }: FindFileChangesOptions,
): Promise<FileChanges> {
  const seen = new Set<string>()
  const candidates: ScannedNote[] = []
  const skipped: Skipped[] = []
  const unknown: string[] = []
  const leftOut = new Map<string, number>()
  const onLeftOut = (_: string, rule: string): void => void leftOut.set(rule, (leftOut.get(rule) ?? 0) + 1)
  const { ruleOf, leavesOut } = await readNoteRules(paths)
  for await (const entry of scanNotes(paths, { ruleOf, onLeftOut, signal })) {
    const problem = entry.kind === 'skipped' ? entry.reason : seen.has(entry.path) ? sameName : undefined
    if (problem !== undefined || entry.kind === 'skipped') {
      skipped.push({ path: entry.path, reason: problem ?? '' })
      if (entry.kind === 'file' || entry.isNone !== true) unknown.push(entry.path)
      continue
    }
    seen.add(entry.path)
    if (full || !isUnchanged(entry, { known: known.get(entry.path), rows: stored.get(entry.path)?.length ?? 0 }))
      candidates.push(entry)
    if (seen.size % 500 === 0) onProgress?.({ stage: 'scan', done: seen.size })
  }
  const missing = new Set([known, stored].flatMap((some) => [...some.keys()].filter((path) => !seen.has(path))))
  const ruledOut = [...missing].filter(leavesOut)
  const gone = [...missing.difference(new Set(ruledOut))].filter((path) => !isUnder(path, unknown))
  return {
    unchanged: seen.size - candidates.length,
    candidates,
    gone,
    ruledOut,
    leftOut: [...leftOut].map(([rule, notes]) => ({ rule, notes })),
    skipped,
  }
}

const sameName = 'its name differs from that of another note only in the form of its Unicode characters'

function isUnchanged(file: ScannedNote, { known, rows }: { known: GraphNote | undefined; rows: number }): boolean {
  // Rows may be missing although the graph names the note: another process rebuilt a broken table.
  if (known === undefined || rows !== known.rows) return false
  const { sizeBytes, mtimeMs, inode } = known.file
  return sizeBytes === file.sizeBytes && mtimeMs === file.mtimeMs && inode === file.inode
}

/** Whether a path is, or lies in, something that could not be read. */
function isUnder(path: string, unknown: readonly string[]): boolean {
  return unknown.some((place) => place === '' || path === place || path.startsWith(`${place}/`))
}
