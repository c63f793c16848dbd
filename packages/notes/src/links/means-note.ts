import { isNoteFile } from '../files/is-note-file.ts'
import type { NoteLink } from '../note.ts'

/**
 * Whether a link can mean nothing but a note. A Markdown link without `.md`, such as `[x](Honey)`, may as well mean
 * another file or a page: it is a link if it leads to a note, and no mistake if it doesn't.
 * @example meansNote({ target: 'Honey', syntax: 'markdown' }) // false
 */
export function meansNote({ target, syntax }: Pick<NoteLink, 'target' | 'syntax'>): boolean {
  return syntax !== 'markdown' || isNoteFile(target)
}
