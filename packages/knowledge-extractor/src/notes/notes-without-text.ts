import { join } from 'node:path'
import type { NoteLocations } from '@datacortex/notes'
import { isThere, namesIn, readTextFile, type SpacePaths } from '@datacortex/platform'
import { foldedSpans } from '@datacortex/text'
import { knowledgeFolders } from './knowledge-folders.ts'
import { isOwnNote, readStart } from './literature-store.ts'

/**
 * Notes of sources whose whole text lies nowhere in the space, as earlier versions of this program made them; paths are relative to it.
 * @example (await notesWithoutText(paths, { space: '0-personal' })).length // 12
 */
export async function notesWithoutText(
  { root }: SpacePaths,
  { space, locations }: { readonly space: string; readonly locations?: NoteLocations | undefined },
): Promise<readonly string[]> {
  const { literature } = knowledgeFolders(space, locations)
  const texts = new Set(await namesIn(join(root, literature, 'sources')))
  const lacking: string[] = []
  for (const name of await namesIn(join(root, literature))) {
    if (!/\.md$/i.test(name) || texts.has(name)) continue
    const start = await readStart(join(root, literature, name))
    if (!isOwnNote(start)) continue
    const source = /^source: (\S.*\.(?:md|markdown|org))$/m.exec(start)?.[1]
    if (source !== undefined && (await isThere(join(root, source)))) continue
    // Read as a whole last, since most have their text elsewhere.
    const note = await readTextFile(join(root, literature, name))
    if (!note.ok || foldedSpans(note.text).length === 0) lacking.push(`${literature}/${name}`)
  }
  return lacking
}
