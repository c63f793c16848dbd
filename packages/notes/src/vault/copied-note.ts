/** The note that a file may be a second version of. */
export type CopiedNote = {
  readonly path: string
  /** Whether the name says so; a number behind it can be a title too, and the content has to be the same. */
  readonly isSaid: boolean
}

/**
 * The note that a file is a copy of, by its name: programs that synchronise leave one where two versions met.
 * @example copiedNote('Bees.sync-conflict-20260131-101500-ABCDEFG.md') // { path: 'Bees.md', isSaid: true }
 * @see https://docs.syncthing.net/users/syncing.html#conflicting-changes
 */
export function copiedNote(path: string): CopiedNote | undefined {
  const [, folder = '', name = '', ending = ''] = /^(.*\/)?([^/]+?)(\.[^./]+)$/.exec(path) ?? []
  if (name.length > longestName) return undefined
  const said = name.replace(saidCopy, '')
  const plain = said === name ? name.replace(/ (?:\d{1,2}|\(\d{1,2}\))$/, '') : said
  return plain === name || plain === '' ? undefined : { path: `${folder}${plain}${ending}`, isSaid: said !== name }
}

const longestName = 255

/** Syncthing; Obsidian Sync, Dropbox and Nextcloud in several languages; `git mergetool`. */
const saidCopy =
  /\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]+)?$|_(?:BACKUP|BASE|LOCAL|REMOTE)_\d+$| ?\((?:[^()]*[ '’])?(?:conflict(?:ed|s|ing)?|konflikt|in konflikt stehende|conflit|conflicto|conflitto|conflito)\b[^()]*\)(?: ?\(?\d{1,2}\)?)?$/i
