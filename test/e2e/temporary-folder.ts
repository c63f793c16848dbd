import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { isThere } from '@datacortex/platform'
import { onTestFinished } from 'vitest'
import { trustAll } from './trust-all.ts'

/** A folder of the test's own, gone when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await makeFolder()
  onTestFinished(async () => await rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** A folder that the caller removes, for `beforeAll`. */
export async function makeFolder(): Promise<string> {
  return await realpath(await mkdtemp(join(tmpdir(), 'datacortex-e2e-')))
}

/** A copy of a folder of the test's own, gone when the test ends. */
export async function temporaryCopy(of: string): Promise<string> {
  const folder = await temporaryFolder()
  // An index knows its notes by their times.
  await cp(of, folder, { recursive: true, preserveTimestamps: true })
  if (await isThere(join(folder, '.datacore/settings.yaml'))) await trustAll(folder)
  return folder
}

/** Paths and content hashes of everything below a folder, to compare before and after. */
export async function fingerprint(folder: string, ignore: RegExp = /^$/): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const pairs = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) return [relative(folder, path), 'folder'] as const
    if (entry.isSymbolicLink()) return [relative(folder, path), `→ ${await readlink(path)}`] as const
    const content = createHash('sha256').update(await readFile(path))
    return [relative(folder, path), content.digest('hex')] as const
  })
  const all = (await Promise.all(pairs)).filter(([path]) => !ignore.test(path))
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)))
}
