import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Nothing that is done in one takes an hour.
const staleMs = 24 * 60 * 60_000

/** Uses an empty temporary folder and deletes it, and after a day those of processes that were killed. */
export async function inTemporaryFolder<T>(purpose: string, use: (directory: string) => Promise<T>): Promise<T> {
  const prefix = `datacortex-${purpose}-`
  await sweep(prefix)
  const directory = await mkdtemp(join(tmpdir(), prefix))
  try {
    return await use(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** What can't be seen or deleted stays: it may be another user's. */
async function sweep(prefix: string): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const path = join(tmpdir(), name)
    const found = await lstat(path).catch(() => undefined)
    if (found?.isDirectory() !== true || found.uid !== (process.getuid?.() ?? found.uid)) continue
    if (Date.now() - found.mtimeMs > staleMs) await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}
