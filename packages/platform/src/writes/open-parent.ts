import { constants } from 'node:fs'
import { type FileHandle, access, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { platformError } from '../errors.ts'
import { systemErrorCode, systemErrorReason } from '../files/system-error-reason.ts'

/** The folder that a file is written into; dispose it after the write. */
export type OpenParent = AsyncDisposable & {
  /** A path to the very folder that was opened, wherever it may be moved meanwhile. */
  readonly folder: string
}

/** Opens the folder of a file step by step from the root and makes what is missing. */
export async function openParent(root: string, parts: readonly string[]): Promise<OpenParent> {
  const path = parts.join('/')
  const canHold = await hasOpenFolders()
  let folder = root
  let held: FileHandle | undefined
  try {
    for (const part of parts.slice(0, -1)) {
      const next = join(folder, part)
      await mkdir(next).catch((error: unknown) => {
        if (systemErrorCode(error) !== 'EEXIST') throw error
      })
      const handle = await open(next, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
      await held?.close()
      held = handle
      folder = canHold ? `${openFolders}/${handle.fd}` : next
    }
  } catch (error) {
    await held?.close()
    const isLink = ['ELOOP', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')
    const reason = isLink ? 'it passes through something that is no folder' : systemErrorReason(error)
    throw platformError('WRITES_REFUSED', { path, reason }, { cause: error })
  }
  return { folder, [Symbol.asyncDispose]: async () => await held?.close() }
}

// Where Linux shows what is open; elsewhere the plain path has to do.
const openFolders = '/proc/self/fd'

async function hasOpenFolders(): Promise<boolean> {
  return await access(openFolders).then(
    () => true,
    () => false,
  )
}
