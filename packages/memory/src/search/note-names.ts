import { type LinkGraph, noteName, pageName } from '@datacortex/notes'
import { isUnspaced } from '@datacortex/vector-store'
import { contentWords } from './content-words.ts'

/** Paths by the words of a title, an alias or the name of a file, joined by spaces; made once for a graph. */
export function noteNames(graph: Pick<LinkGraph, 'notes'>) {
  const names = made.get(graph) ?? namesOf(graph.notes)
  made.set(graph, names)
  return names
}

/** What the name of a note's file says, which in Logseq is written otherwise than links write it. */
export function fileNames(path: string): readonly string[] {
  const name = noteName(path)
  return [...new Set([name, pageName(name)])]
}

const made = new WeakMap<Pick<LinkGraph, 'notes'>, ReturnType<typeof namesOf>>()

function namesOf(notes: LinkGraph['notes']) {
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

/** A name as it is compared as a whole: without case and accents, one space for `-`, `_` and runs of spaces. */
export function foldName(name: string): string {
  return foldLetters(name)
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
}

/** The words of a name or a query as they are spoken; where nothing shows the ends of words, each sign is one. */
export function nameWords(text: string): readonly string[] {
  const folded = foldLetters(text)
  // Most names need no more, and the words of all are made.
  if (isAscii(folded)) return folded.match(/[a-z0-9]+/g) ?? []
  const words = folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.flatMap((word) => (isUnspaced(word) ? Array.from(word) : [word]))
}

/** Whether a name in a sentence means what has it: "To do" or "It" is nobody's name; three such words in a row are. */
export function isTelling(name: string): boolean {
  const words = foldLetters(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const [first = ''] = words
  if (words.length === 1 && first.length < (isUnspaced(first) ? 2 : 3)) return false
  // A query without content words has all its words as such: with a word before it, it has.
  return words.length > 2 || contentWords(`name ${words.join(' ')}`).length > 1
}

function foldLetters(text: string): string {
  const lowered = text.toWellFormed().toLowerCase()
  if (isAscii(lowered)) return lowered
  return lowered
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}

/** A name without what tells it from others of its kind: `Mercury (planet)` is called Mercury. */
export function plainName(name: string): string {
  return name.includes('(') ? name.replace(/\s*\([^()]*\)\s*$/u, '') : name
}
