import type { Finding } from '@datacortex/errors'
import { type GraphLink, LinkResolver, linkGraph, readNoteRules, scanNotes } from '@datacortex/notes'
import type { SpacePaths } from '@datacortex/platform'
import { indexedNotes } from './graph-file.ts'

/** What of the notes a person may want to mend. */
export type NoteReview = {
  readonly findings: readonly Finding[]
  /** Links that lead to no note and name no other kind of file, such as a picture. */
  readonly dangling: readonly { readonly path: string; readonly target: string; readonly line: number }[]
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
  const { ruleOf, unfollowed } = await readNoteRules(paths)
  const open = [...graph.notes.keys()].flatMap((path) =>
    graph.unresolved(path).flatMap((link) => (namesOtherFile(link) ? [] : [{ path, link }])),
  )
  if (open.length === 0) return { findings, dangling: [], unfollowed }
  const leftOut: { readonly path: string }[] = []
  const onLeftOut = (path: string): void => void leftOut.push({ path })
  for await (const _ of scanNotes(paths, { ruleOf, onLeftOut, signal: options.signal })) continue
  const others = new LinkResolver(leftOut)
  const dangling = open
    .filter(({ path, link }) => others.resolve(path, link) === undefined)
    .map(({ path, link: { target, line } }) => ({ path, target, line }))
  return { findings, dangling, unfollowed }
}

/** A picture or a recording; notes end differently. */
function namesOtherFile({ target }: GraphLink): boolean {
  return /\.(?!md$|markdown$|org$|canvas$)(?=[a-z\d]*[a-z])[a-z\d]{2,8}$/i.test(target)
}
