/**
 * Whether a file is a note, by the end of its name.
 * @example isNoteFile('Bee.org') // true
 */
export function isNoteFile(path: string): boolean {
  return /\.(?:md|markdown|org|canvas|base)$/i.test(path)
}

/**
 * Whether a file is a canvas of Obsidian, by the end of its name.
 * @example isCanvasFile('Board.canvas') // true
 */
export function isCanvasFile(path: string): boolean {
  return /\.canvas$/i.test(path)
}

/** Whether a file is a base of Obsidian: YAML that says which notes a table shows. */
export function isBaseFile(path: string): boolean {
  return /\.base$/i.test(path)
}
