import { noteName, withoutNoteEnding } from '../head/note-head.ts'
import { pageName } from '../head/page-name.ts'
import type { NoteLink } from '../note.ts'
import { foldName, joinPath, linkKey, parentFolder } from './link-resolver.ts'

export type MovedLink = {
  /** Of what the link leads to. */
  readonly was: string
  readonly is: string
  /** Of the note that it stands in. */
  readonly writerWas: string
  readonly writerIs: string
  readonly syntax: NoteLink['syntax']
}

/** How a link could name its note after a move, what resembles the old spelling most first. */
export function* linkSpellings(written: string, paths: MovedLink): Generator<string> {
  const { was, is, writerWas, writerIs, syntax } = paths
  const path = withoutNoteEnding(written) === written ? withoutNoteEnding(is) : is
  const joined = joinPath(parentFolder(writerWas), written)
  const isDotted = /^\.\.?\//.test(written)
  const isBeside = syntax !== 'wiki' && !written.startsWith('/') && joined !== undefined
  const relative = relativePath(parentFolder(writerIs), path)
  const dotted = relative.startsWith('../') ? relative : `./${relative}`
  if (isDotted || (isBeside && linkKey(joined) === linkKey(was)))
    yield syntax === 'wiki' || written.startsWith('./') ? dotted : relative
  if (written.startsWith('/')) yield `/${path}`
  const page = pageName(noteName(was))
  if (page !== noteName(was) && foldName(page) === foldName(written)) yield pageName(noteName(is))
  const parts = path.split('/')
  const isWhole = written.includes('/') && linkKey(written) === linkKey(was)
  const fewest = isWhole ? parts.length : Math.min(written.split('/').length, parts.length)
  for (let count = fewest; count <= parts.length; count += 1) yield parts.slice(-count).join('/')
  yield `/${path}`
  yield dotted
}

/** A path of the space as it is seen from one of its folders, empty for the root. */
export function relativePath(folder: string, path: string): string {
  const above = folder === '' ? [] : folder.split('/')
  const below = path.split('/')
  let same = 0
  while (same < above.length && same < below.length - 1 && above[same] === below[same]) same += 1
  return [...above.slice(same).map(() => '..'), ...below.slice(same)].join('/')
}
