import { type Note, type NoteChunk, tagsAbove } from '@datacortex/notes'
import { sha256 } from '@datacortex/platform'
import type { FieldKinds, Row } from '@datacortex/vector-store'
import { withDateLine } from './date-line.ts'

/** What each row of the collection carries; session memories lie in the same one. */
export const noteFields: FieldKinds = {
  path: 'string',
  space: 'string',
  type: 'string',
  tags: 'strings',
  date: 'string',
  title: 'payload',
  headings: 'payload',
  start: 'number',
  end: 'number',
}

export function noteRows(note: Note): readonly Row[] {
  const tags = rowTags(note.tags)
  const aliases = spokenAliases(note.aliases)
  return note.chunks.map((chunk) => {
    // A day is said by the date line, and would count twice.
    const text = rowText(note.title === note.date ? '' : note.title, { ...chunk, aliases })
    return {
      id: `${note.path}#${chunk.index}`,
      text: withDateLine(text, note.date, tags),
      hash: sha256(text),
      fields: {
        path: note.path,
        space: note.space,
        type: note.type,
        tags,
        date: note.date,
        title: note.title,
        headings: JSON.stringify(chunk.headings),
        start: chunk.startLine,
        end: chunk.endLine,
      },
    }
  })
}

/** Stands between the title and the aliases of a note. */
export const nameDivider = ' = '

/** Aliases as people say them, and of a long list the first: each row of the note repeats them. */
function spokenAliases(aliases: readonly string[]): readonly string[] {
  const spoken = aliases.filter((alias) => !alias.startsWith('id:'))
  let characters = -nameDivider.length
  const end = spoken.findIndex((alias) => (characters += nameDivider.length + alias.length) > mostAliasCharacters)
  return end === -1 ? spoken : spoken.slice(0, end)
}

const mostAliasCharacters = 200

/** What of a chunk is found by words and embedded: a first line of title, aliases and headings, then its text. */
export function rowText(
  title: string,
  chunk: Pick<NoteChunk, 'headings' | 'text'> & { readonly aliases?: readonly string[] | undefined },
): string {
  const [first, ...rest] = chunk.headings
  const headings = first === title ? rest : chunk.headings
  const names = [title, ...(chunk.aliases ?? [])].filter((name) => name !== '').join(nameDivider)
  const line = (names === '' ? headings : [names, ...headings]).join(' › ').replaceAll('\n', ' ')
  return `${line}\n${chunk.text}`.toWellFormed()
}

export function notePathOf(id: string): string | undefined {
  const end = id.lastIndexOf('#')
  return end > 0 && /^\d+$/.test(id.slice(end + 1)) ? id.slice(0, end) : undefined
}

/** Whether a vector can be compared with others: models can give numbers that are none, or nothing but zeros. */
export function hasDirection(vector: Float32Array): boolean {
  return vector.every(Number.isFinite) && vector.some((number) => number !== 0)
}

/** Stands behind the tags as they are written; no tag is written like this. */
const divider = '/'

/** Tags as a row keeps them: as written, then those above nested ones, so that one look-up of `a` finds `a/b` too. */
export function rowTags(tags: readonly string[]): readonly string[] {
  const above = new Set(tags.flatMap(tagsAbove)).difference(new Set(tags))
  return above.size === 0 ? tags : [...tags, divider, ...above]
}

export function writtenTags(tags: readonly string[]): readonly string[] {
  const end = tags.indexOf(divider)
  return end === -1 ? tags : tags.slice(0, end)
}
