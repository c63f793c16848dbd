import { lstat } from 'node:fs/promises'
import { ifRefused } from './if-missing.ts'

/**
 * Whether a symbolic link lies at a path, wherever it leads. After reading has found nothing, this tells a link that
 * leads nowhere from a file that another process has made since then.
 * @returns False as well if nothing is there, or if it can't be looked at.
 * @example await isLink('notes') // false
 */
export async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(ifRefused(undefined)))?.isSymbolicLink() ?? false
}
