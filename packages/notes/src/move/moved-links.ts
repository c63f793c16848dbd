import type { GraphNote } from '../graph/graph-note.ts'
import type { ResolvableLink } from '../links/link-resolver.ts'
import { LinkResolver, firstFolder, joinPath, linkKey, linkingNotes, parentFolder } from '../links/link-resolver.ts'

export type MovedLinks = ReturnType<typeof movedLinks>

/** Compares where links lead before and after a note is moved. `notes`: by path, before the move. */
export function movedLinks(notes: ReadonlyMap<string, GraphNote>, { from, to }: { from: string; to: string }) {
  const targets = linkingNotes(notes)
  const placeOf = (path: string): string => (path === from ? to : path)
  const old = LinkResolver.of(targets)
  const { labelFirst } = old
  const moved = targets.map((one) => ({ ...one, path: placeOf(one.path) }))
  // Of a heading that is renamed no note moves.
  const fresh = from === to ? old : new LinkResolver(moved, { labelFirst })
  return {
    placeOf,
    /** Whether a note has links that are written `[[label|target]]`. */
    isLabelFirst: (path: string): boolean => labelFirst.has(firstFolder(path)),
    before: (path: string, link: ResolvableLink): string | undefined => old.resolve(path, link),
    after: (path: string, link: ResolvableLink): string | undefined => fresh.resolve(placeOf(path), link),
    /** Whether it leads where it should, `written` as it was before; also for programs that choose among several. */
    isSettled(path: string, link: ResolvableLink, written = link): boolean {
      const was = old.resolveDetailed(path, written)
      if (was === undefined) return true
      const is = fresh.resolveDetailed(placeOf(path), link)
      if (is?.path !== placeOf(was.path)) return false
      // Found by its name alone it would be lost to programs that follow the path.
      if (isBeside(written, { path, note: was.path }) && !isBeside(link, { path: placeOf(path), note: is.path }))
        return false
      // Which of several is meant is left to a rule of each program only where it was so before.
      return was.path !== from || is.others === 0 || is.others <= was.others
    },
  }
}

/** Whether a link names its note by where that lies from the one it stands in. */
function isBeside({ target, syntax }: ResolvableLink, { path, note }: { path: string; note: string }): boolean {
  if (syntax === 'wiki' || target.startsWith('/')) return false
  const joined = joinPath(parentFolder(path), target)
  return joined !== undefined && linkKey(joined) === linkKey(note)
}
