import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { platformError } from '../errors.ts'
import { isLink } from '../files/is-link.ts'
import { systemErrorCode } from '../files/system-error-reason.ts'

/**
 * Refuses to write what the program keeps of a space through a link that leads out of that space: whoever sends a space
 * could otherwise have lines of a journal written into any file of the person who works in it.
 *
 * @param file - Any path.
 * @throws `PLATFORM_FILE_UNWRITABLE` before anything was written.
 * @example await refuseOutsideSpace('/desk/.datacore/state/execution_log.yaml')
 */
export async function refuseOutsideSpace(file: string): Promise<void> {
  const reason = await outsideSpace(file)
  if (reason === undefined) return
  throw platformError('PLATFORM_FILE_UNWRITABLE', {
    file,
    reason,
    hint: 'Remove the link, or put a file or folder of the space in its place; what it leads to was not touched. A link to a file of the same name is followed for what people write too, such as agents.yaml.',
  })
}

/**
 * Why something in `.datacore/state`, or a file elsewhere in `.datacore`, is not written: a link has led it out of its
 * space, or nowhere. The folder of the cache, and folders in it, may lie on another disk; links inside the space are fine,
 * and `agents.yaml` or `settings.yaml` may be kept with the like of it, under the same name.
 *
 * A link that is made between this check and the writing is not seen.
 *
 * @param file - Any path.
 * @returns Undefined if it lies in its space, and for all other files.
 * @example await outsideSpace('/desk/.datacore/state/outputs') // 'a link leads it out of the space'
 */
export async function outsideSpace(file: string): Promise<string | undefined> {
  const path = resolve(file)
  const { root, folder } = kept.exec(path)?.groups ?? {}
  if (root === undefined || (folder !== 'state' && !(await isLink(path)))) return undefined
  const real = await realOf(path)
  if (folder === undefined && (real === undefined || basename(real) === basename(path))) return undefined
  if (real === undefined) return 'a link on its way leads nowhere'
  // Whoever keeps all of `.datacore` elsewhere has a space of two folders.
  const folders = await Promise.all([realOf(root === '' ? sep : root), realOf(join(root, '.datacore'))])
  return folders.some((one) => one !== undefined && isInside(one, real))
    ? undefined
    : 'a link leads it out of the space'
}

function isInside(folder: string, path: string): boolean {
  const inside = relative(folder, path)
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)
}

const kept = /^(?<root>.*?)[/\\]\.datacore[/\\](?:(?<folder>state|cache)(?:[/\\]|$))?/s

/** Where a path leads as far as it exists; undefined behind a link to what is not there, which writing would make. */
async function realOf(path: string): Promise<string | undefined> {
  try {
    return await realpath(path)
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
    if (await isLink(path)) return undefined
    const above = dirname(path)
    return above === path ? path : await realOf(above)
  }
}
