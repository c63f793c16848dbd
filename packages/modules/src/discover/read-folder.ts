import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { isLink, systemErrorCode, systemErrorReason, platformError } from '@datacortex/platform'

/** What is in a folder of modules; nothing if there is none. `directory` is absolute. */
export async function readFolder(directory: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(directory, { withFileTypes: true })
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' && !(await isLink(directory))) return []
    const reason = systemErrorReason(error)
    throw platformError('PLATFORM_FILE_UNREADABLE', { file: directory, reason }, { cause: error })
  }
}
