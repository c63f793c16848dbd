import { type LinkGraph, noteName, pageName } from '@datacortex/notes'
import { nameWords } from './name-words.ts'
import { plainName } from './naming-score.ts'

export type NoteNames = {
  /** Paths by the words of a title, an alias or the name of a file, joined by spaces. */
  readonly byWords: ReadonlyMap<string, readonly string[]>
  /** Words of the longest name. */
  readonly mostWords: number
}

/** The names of all notes, made once for a graph. */
export function noteNames(graph: Pick<LinkGraph, 'notes'>): NoteNames {
  const known = made.get(graph)
  if (known !== undefined) return known
  const names = namesOf(graph.notes)
  made.set(graph, names)
  return names
}

/** What the name of a note's file says, which in Logseq is written otherwise than links write it. */
export function fileNames(path: string): readonly string[] {
  const name = noteName(path)
  const page = pageName(name)
  return page === name ? [name] : [name, page]
}

const made = new WeakMap<Pick<LinkGraph, 'notes'>, NoteNames>()

function namesOf(notes: LinkGraph['notes']): NoteNames {
  const byWords = new Map<string, string[]>()
  let mostWords = 0
  const add = (name: string, path: string): void => {
    const words = nameWords(name)
    if (words.length === 0 || words.length > longest) return
    mostWords = Math.max(mostWords, words.length)
    const key = words.join(' ')
    const some = byWords.get(key)
    if (some === undefined) byWords.set(key, [path])
    else if (some.at(-1) !== path) some.push(path)
  }
  for (const [path, { title, aliases }] of notes)
    // IDs of org entries are no names that people say.
    for (const name of [title, ...fileNames(path), ...aliases.filter((alias) => !alias.startsWith('id:'))]) {
      add(name, path)
      const plain = plainName(name)
      if (plain !== name) add(plain, path)
    }
  return { byWords, mostWords }
}

/** Nobody says a longer one within a sentence; a whole query is as long. */
const longest = 32
