import type { Finding } from '@datacortex/errors'
import { copiedNote, linkGraph, otherFiles, readNoteRules } from '@datacortex/notes'
import type { SpacePaths } from '@datacortex/platform'
import { indexedNotes } from './graph-file.ts'

/** What of the notes a person may want to mend. */
export type NoteReview = {
  readonly findings: readonly Finding[]
  /** Links that lead to no note and to no other file. */
  readonly dangling: readonly { readonly path: string; readonly target: string; readonly line: number }[]
  /** Notes that conflicts of synchronisation left beside others. */
  readonly copies: readonly { readonly path: string; readonly of: string }[]
  /** Exclusions of Obsidian that are not followed. */
  readonly unfollowed: readonly string[]
}

/**
 * Looks through what the last update of the index knows of the notes; reads none of them.
 * @throws `PLATFORM_SETTINGS_INVALID`
 * @example (await reviewNotes(paths)).dangling.length // 3
 */
export async function reviewNotes(
  paths: SpacePaths,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<NoteReview> {
  const graph = linkGraph(await indexedNotes(paths))
  const findings = [...graph.notes.values()].flatMap((note) => note.findings ?? [])
  const { unfollowed } = await readNoteRules(paths)
  const open = [...graph.notes.keys()].flatMap((path) => graph.unresolved(path).map((link) => ({ path, link })))
  const copies = [...graph.notes].flatMap(([path, note]) => {
    const { path: of = '', isSaid = false } = copiedNote(path) ?? {}
    const other = graph.notes.get(of)
    const isSame = other?.title === note.title || other?.file.sha256 === note.file.sha256
    return isSaid || (other !== undefined && isSame) ? [{ path, of }] : []
  })
  if (open.length === 0) return { findings, dangling: [], copies, unfollowed }
  const others = await otherFiles(paths, options)
  const dangling = open
    .filter(({ path, link }) => others.resolve(path, link) === undefined)
    .map(({ path, link: { target, line } }) => ({ path, target, line }))
  return { findings, dangling, copies, unfollowed }
}
