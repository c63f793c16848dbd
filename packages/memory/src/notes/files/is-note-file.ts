/**
 * Whether a file is a note, by the end of its name.
 *
 * @param path - Or name.
 * @example isNoteFile('3-knowledge/Bees.md') // true
 */
export function isNoteFile(path: string): boolean {
  return /\.(?:md|markdown|org)$/i.test(path)
}
