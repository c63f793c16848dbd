import { open } from 'node:fs/promises'
import { systemErrorCode } from './system-error-reason.ts'

/** Makes a new or renamed file itself survive a power cut, where the system can sync a folder. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder, 'r')
    await handle.sync()
  } catch (error) {
    const code = systemErrorCode(error) ?? ''
    if (!['EACCES', 'EBADF', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM'].includes(code)) throw error
  }
}
