import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '@datacortex/errors'
import { platformError } from '../errors.ts'
import { ifRefused } from './if-missing.ts'

/**
 * The symbolic links among a folder and all that is in it.
 * @param options - `most`: after so many names nothing more is looked at; 100,000 if absent.
 * @returns Their paths, and whether everything was looked at.
 * @example linksIn('/desk/.datacore/state').links // []
 */
export function linksIn(
  folder: string,
  { most = 100_000 }: { readonly most?: number | undefined } = {},
): { readonly links: readonly string[]; readonly isWhole: boolean } {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true) return { links: [folder], isWhole: true }
  const links: string[] = []
  const folders = [folder]
  let seen = 0
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of namesOf(next)) {
      if ((seen += 1) > most) return { links, isWhole: false }
      if (entry.isSymbolicLink()) links.push(join(next, entry.name))
      else if (entry.isDirectory()) folders.push(join(next, entry.name))
    }
  }
  return { links, isWhole: true }
}

/**
 * Refuses a folder with links in it, before something opens it that follows them, such as a database.
 *
 * A link that is made afterwards is not seen.
 * @param folder - Path; nothing need be there.
 * @throws `PLATFORM_LINK_REFUSED` with the first link, or if there is too much in it to be looked at.
 * @example refuseLinks(join(paths.cacheDirectory, 'find'))
 */
export function refuseLinks(folder: string): void {
  const { links, isWhole } = linksIn(folder)
  const [link] = links
  if (link !== undefined) throw platformError('PLATFORM_LINK_REFUSED', { link })
  if (!isWhole)
    throw platformError('PLATFORM_LINK_REFUSED', { link: folder, reason: 'it has too many files to be looked at' })
}

/** What nobody may look into, nothing is opened in either. */
function namesOf(folder: string) {
  return attempt(() => readdirSync(folder, { withFileTypes: true }), ifRefused([]))
}
