import { isNoteFile } from '../files/is-note-file.ts'
import { decodedPath } from '../links/link-address.ts'
import type { NoteLink } from '../note.ts'

/**
 * What a text names that may be a file beside the notes, such as a picture: by links and embeds of Markdown and `[[…]]`, also in
 * code, where a reader sees none. Addresses of the web are left out.
 * @example fileLinks('![a bee](bee.png)') // [{ target: 'bee.png', syntax: 'markdown' }]
 */
export function fileLinks(text: string): readonly Pick<NoteLink, 'target' | 'syntax'>[] {
  const wiki = Array.from(text.matchAll(/\[\[([^[\]|#\n]{1,1000})/g), ([, target = '']) => target.trim())
  const written = Array.from(text.matchAll(destination), ([, inText, below]) =>
    decodedPath((inText ?? below ?? '').replace(/[ \t]+["'(].*$/, '').trim()),
  )
  const isFile = (target: string): boolean =>
    /\.[a-z0-9]{1,10}$/i.test(target) && !isNoteFile(target) && !/^[a-z][a-z\d+.-]*:/i.test(target)
  return [
    ...wiki.filter(isFile).map((target) => ({ target, syntax: 'wiki' as const })),
    ...written.filter(isFile).map((target) => ({ target, syntax: 'markdown' as const })),
  ]
}

/** `](bee.png "A bee")`, `](<a bee.png>)`, and `[bee]: bee.png`. */
const destination =
  /\]\(\s{0,9}<?((?:[^()<>\n]|\([^()\n]{0,200}\)){1,2000})|^ {0,3}\[[^[\]\n]{1,300}\]:[ \t]{0,9}<?([^<>\n]{1,2000})/gm
