import { stat } from 'node:fs/promises'
import { ifRefused } from './if-missing.ts'

/**
 * Whether something is at a path, also behind a link. What nobody may look at is as good as absent.
 * @example await isThere('/desk/.datacore')
 */
export async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(ifRefused(undefined))) !== undefined
}

/**
 * Whether a folder is at a path, also behind a link.
 * @example await isFolder('/desk/.datacore')
 */
export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(ifRefused(undefined)))?.isDirectory() === true
}
