import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { systemErrorCode } from '../system-error-reason.ts'
import { writesFile, writesFolder, writesJournal } from './writes-journal.ts'

/** A run that wrote something. */
export type WritesRun = {
  readonly run: string
  /** When it wrote last. */
  readonly at: Date
  /** Different paths. */
  readonly files: number
}

/**
 * The runs that {@link undoWrites} can take back, the newest first.
 *
 * @param root - Of the space.
 * @param options - How many at the most; all if absent.
 * @example const [last] = await listWritesRuns(paths.root, { limit: 1 })
 */
export async function listWritesRuns(
  root: string,
  { limit }: { readonly limit?: number | undefined } = {},
): Promise<readonly WritesRun[]> {
  const found = await Promise.all((await namesIn(writesFolder(root))).map(async (run) => await timeOf(root, run)))
  const newest = found.flat().toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.run < b.run ? 1 : -1))
  const runs: WritesRun[] = []
  for (const { run, at } of newest) {
    if (runs.length === limit) break
    const paths = new Set((await writesJournal(root, run).read()).map(({ path }) => path))
    // A kill before the first line was whole leaves a journal of nothing.
    if (paths.size > 0) runs.push({ run, at, files: paths.size })
  }
  return runs
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return []
    throw error
  }
}

/** Empty for what is no run, such as a stray file. */
async function timeOf(root: string, run: string): Promise<readonly { readonly run: string; readonly at: Date }[]> {
  try {
    const found = await stat(join(writesFolder(root), run, writesFile))
    return found.isFile() ? [{ run, at: found.mtime }] : []
  } catch {
    return []
  }
}
