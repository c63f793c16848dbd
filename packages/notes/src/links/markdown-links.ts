import { withoutUndefined } from '@datacortex/errors'
import type { NoteLink } from '../note.ts'
import type { TextLines } from '../structure/text-lines.ts'
import type { MarkdownLink } from '../structure/text-structure.ts'
import { decodedAddress, decodedPath } from './link-address.ts'
import { readLinkTarget } from './wiki-links.ts'

/** The Markdown links that may lead to notes, with their addresses decoded; the web and other files are left out. */
export function markdownLinks(destinations: readonly MarkdownLink[], lines: TextLines): readonly NoteLink[] {
  return destinations.flatMap(({ url, text, embed, start }) => {
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(url)) return []
    const hash = url.indexOf('#')
    const target = decodedPath(url)
    // A place in the same note, a folder, or another file by its ending.
    if (/(?:^|\/)\.{0,2}$/.test(target) || otherFile.test(target)) return []
    // A decoded `#` belongs to the name, so only the place after the first written one is split.
    const { heading, block } = readLinkTarget(hash === -1 ? '' : decodedAddress(url.slice(hash)))
    const alias = text.trim() || undefined
    return withoutUndefined({ target, heading, block, alias, embed, syntax: 'markdown', line: lines.lineAt(start) })
  })
}

// What notes show and attach. A name like `Node.js` or `v1.2` may be that of a note: what is there decides.
const otherFile =
  /\.(?:avif|bmp|gif|heic|ico|jpe?g|png|svg|tiff?|webp|3gp|flac|m4a|mp3|og[agv]|opus|wav|avi|m4v|mkv|mov|mp4|mpe?g|webm|csv|docx?|epub|html?|json|od[pst]|pdf|pptx?|rtf|txt|xlsx?|xml|ya?ml|zip)$/i
