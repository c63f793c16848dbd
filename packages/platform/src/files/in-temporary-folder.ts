import { lstat, mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from './remove.ts'
import { ifRefused } from './if-missing.ts'

// Nothing that is done in one takes an hour.
const staleMs = 24 * 60 * 60_000

/**
 * Does something in an empty folder of its own below the temporary one of the system, which is deleted afterwards.
 * Those of processes that were killed are deleted after a day.
 * @example await inTemporaryFolder('clip', async (folder) => await speakInto(join(folder, 'clip.wav')))
 */
export async function inTemporaryFolder<T>(purpose: string, use: (directory: string) => Promise<T>): Promise<T> {
  const prefix = `datacortex-${purpose}-`
  await sweep(prefix)
  const directory = await mkdtemp(join(tmpdir(), prefix))
  try {
    return await use(directory)
  } finally {
    await removeFolder(directory)
  }
}

/** What can't be seen or deleted stays: it may be another user's. */
async function sweep(prefix: string): Promise<void> {
  const names = await readdir(tmpdir()).catch(ifRefused([]))
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const path = join(tmpdir(), name)
    const found = await lstat(path).catch(ifRefused(undefined))
    if (found?.isDirectory() !== true || found.uid !== (process.getuid?.() ?? found.uid)) continue
    if (Date.now() - found.mtimeMs > staleMs) await removeFolder(path).catch(() => {})
  }
}
