import { lstat, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CodedError, codedError } from '@datacortex/errors'
import { platformError } from '../errors.ts'
import { ifRefused } from '../files/if-missing.ts'
import { shellWord } from '../shell-word.ts'
import { refuseLinkedFolders } from './refuse-linked-folders.ts'
import { type SpacePaths, spacePaths } from './space-paths.ts'
import { systemErrorCode, systemErrorReason } from '../files/system-error-reason.ts'

/**
 * Finds the space that a folder belongs to: itself or the nearest folder upward that has `.datacore/`.
 *
 * A space above that is somebody else's is passed over: anybody may make a `.datacore` in a folder that all can write,
 * such as the one for temporary files.
 * @throws `SPACE_NOT_FOUND` if there is none up to the root of the disk.
 * @example const paths = await findSpace(process.cwd())
 */
export async function findSpace(directory: string): Promise<SpacePaths> {
  const start = resolve(directory)
  let current = start
  let hidden: Hidden | undefined
  for (;;) {
    const found = await lookFor(current)
    if (found === 'space' && (current === start || (await isTrusted(current, { start })))) return spacePaths(current)
    if (found !== 'none') hidden ??= found === 'space' ? strange(current) : found
    const parent = dirname(current)
    if (parent === current) throw platformError('SPACE_NOT_FOUND', { directory, ...hidden })
    current = parent
  }
}

/**
 * Opens exactly this folder as a space, without looking upward: the meaning of `--root`.
 * @param root - The folder that must hold `.datacore/`.
 * @throws `SPACE_NOT_FOUND` if it doesn't; `PLATFORM_LINK_REFUSED` if that, or a folder in it, is a symbolic link.
 * @example const paths = await openSpace('/desk')
 */
export async function openSpace(root: string): Promise<SpacePaths> {
  const directory = resolve(root)
  const looked = await lookFor(directory)
  if (looked === 'space') {
    const paths = spacePaths(directory)
    refuseLinkedFolders(paths)
    return paths
  }
  if (looked !== 'none') throw platformError('SPACE_NOT_FOUND', { directory: root, ...looked })
  const found = await stat(directory).catch(ifRefused(undefined))
  if (found === undefined) throw platformError('SPACE_NOT_FOUND', { directory: root, reason: 'does not exist' })
  if (!found.isDirectory())
    throw platformError('SPACE_NOT_FOUND', {
      directory: root,
      reason: 'is no folder',
      hint: 'Name the folder of a space.',
    })
  const above = await findSpace(directory).catch(codedError)
  if (CodedError.is(above)) throw platformError('SPACE_NOT_FOUND', { directory: root })
  throw platformError('SPACE_NOT_FOUND', {
    directory: root,
    reason: `has no .datacore folder; it lies in the space ${above.root}, and a space that is named is taken exactly`,
    hint: `Name ${above.root} instead.`,
  })
}

/** Why nobody can tell whether a folder is a space. */
type Hidden = { readonly reason: string; readonly hint: string }

/** Whether a space above belongs to who runs this, to the system, or to the one who owns the folder that was started in. */
async function isTrusted(root: string, { start }: { start: string }): Promise<boolean> {
  const user = process.getuid?.()
  if (user === undefined) return true
  const datacore = join(root, '.datacore')
  // A link is as good as the one who made it.
  const owners = [await stat(datacore), await lstat(datacore)].map(({ uid }) => uid)
  const trusted = [user, 0, (await stat(start).catch(ifRefused(undefined)))?.uid]
  return owners.every((owner) => trusted.includes(owner))
}

function strange(root: string): Hidden {
  return {
    reason: `has no .datacore folder, and the space above it, ${root}, belongs to somebody else`,
    hint: `If you trust its maker, name it: --root ${shellWord(root)}`,
  }
}

async function lookFor(directory: string): Promise<'space' | 'none' | Hidden> {
  try {
    return (await stat(join(directory, '.datacore'))).isDirectory() ? 'space' : 'none'
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return 'none'
    return {
      reason: `can't be looked into: ${systemErrorReason(error)} at ${join(directory, '.datacore')}`,
      hint: `Run it as somebody who may read ${directory}, or name another folder.`,
    }
  }
}
