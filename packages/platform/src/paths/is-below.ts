import { sep } from 'node:path'

/**
 * Whether a path is a folder, or lies in it, by their spelling.
 * @param path - Absolute, as is `folder`.
 * @example isBelow('/home/ada/agents/writer.md', '/home/ada/agents') // true
 */
export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}
