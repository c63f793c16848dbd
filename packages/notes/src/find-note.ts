import type { GraphNote } from './graph/graph-note.ts'
import { withoutNoteEnding } from './head/note-head.ts'
import { foldName, linkKey } from './links/link-resolver.ts'

export type NamedNote = {
  /** What is asked of it: a heading without `#`, also with those above it, or `^id` for a block. */
  readonly heading?: string | undefined
} & (
  | { readonly path: string }
  /** Several notes have this name; or none has, and these resemble it. */
  | { readonly path?: undefined; readonly isAmbiguous: boolean; readonly candidates: readonly string[] }
)

/**
 * Finds the note that a person or a program names: by its path, with or without ending and folders, by its title or an
 * alias, also as a link with heading and label. Case and Unicode form don't matter. What fits best decides alone; a name
 * that several notes have equally is not guessed.
 * @param notes - By path.
 * @param name - Such as `Projects/Zephyr.md`, `zephyr`, `[[Zephyr#Risks|the risks]]`.
 * @example findNote(graph.notes, '[[Zephyr#Risks]]') // { path: 'Projects/Zephyr.md', heading: 'Risks' }
 */
export function findNote(notes: Notes, name: string): NamedNote {
  const plain = name.trim().normalize('NFC')
  const path = plain.replace(/^(?:\.?\/)+/, '')
  if (notes.has(path)) return { path }
  const inner = /^!?\[\[(.+)\]\]$/.exec(plain)?.[1]?.split('|')[0] ?? path
  const parts = inner.split('#')
  // A title may have a `#` of its own.
  for (let count = parts.length; count > 0; count -= 1) {
    const target = parts.slice(0, count).join('#')
    const found = named(notes, target)
    if (found.length === 0) continue
    const heading = count === parts.length ? undefined : parts.slice(count).join('#').trim()
    return { ...answer(found, { notes, name: target }), ...(heading ? { heading } : {}) }
  }
  return answer([], { notes, name: parts[0] ?? '' })
}

type Notes = ReadonlyMap<string, Pick<GraphNote, 'title' | 'aliases'>>

/** All notes that the name fits equally well: of those that differ in case only, the one that is spelled like it. */
function named(notes: Notes, name: string): readonly string[] {
  const asked = name.trim().replace(/^\/+/, '')
  if (linkKey(asked) === '') return []
  for (const fit of fits) {
    const found = [...notes].filter(([path, note]) => fit({ path, ...note }, { name: asked, fold: foldName }))
    const spelled =
      found.length < 2 ? [] : found.filter(([path, note]) => fit({ path, ...note }, { name: asked, fold: asSpelled }))
    if (found.length > 0) return (spelled.length === 1 ? spelled : found).map(([path]) => path)
  }
  return []
}

type Fit = (
  note: Pick<GraphNote, 'title' | 'aliases'> & { readonly path: string },
  asked: { readonly name: string; readonly fold: (name: string) => string },
) => boolean

const fits: readonly Fit[] = [
  ({ path }, { name, fold }) => withoutNoteEnding(fold(path)) === withoutNoteEnding(fold(name)),
  ({ path }, { name, fold }) => withoutNoteEnding(fold(path)).endsWith(`/${withoutNoteEnding(fold(name))}`),
  ({ title }, { name, fold }) => fold(title) === fold(name),
  ({ aliases }, { name, fold }) => aliases.some((alias) => fold(alias) === fold(name)),
]

function asSpelled(name: string): string {
  return name.trim().normalize('NFC')
}

function answer(found: readonly string[], { notes, name }: { notes: Notes; name: string }): NamedNote {
  const [path] = found
  if (path !== undefined && found.length === 1) return { path }
  if (path !== undefined) return { isAmbiguous: true, candidates: found.toSorted().slice(0, mostCandidates) }
  return { isAmbiguous: false, candidates: alike(notes, name) }
}

const mostCandidates = 10

/** Notes whose path or title has every word of a name that nothing has. */
function alike(notes: Notes, name: string): readonly string[] {
  const words = foldName(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && word !== 'md')
  if (words.length === 0) return []
  return [...notes]
    .filter(([path, { title }]) => words.every((word) => foldName(`${path} ${title}`).includes(word)))
    .map(([path]) => path)
    .toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))
    .slice(0, mostCandidates)
}
