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
  const names = await namesIn(writesFolder(root))
  const found: WritesRun[] = []
  // One after the other: there may be more journals than files that a process may have open.
  for (const run of names) found.push(...(await readRun(root, run)))
  return found.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.run < b.run ? 1 : -1)).slice(0, limit)
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
async function readRun(root: string, run: string): Promise<readonly WritesRun[]> {
  const changed = await changedAt(root, run)
  if (changed === undefined) return []
  const writes = await writesJournal(root, run).read()
  const last = writes.findLast(({ at }) => at !== undefined)?.at
  const files = new Set(writes.map(({ path }) => path)).size
  // A copy of a space has files of another time; journals of before times were kept have nothing else. A kill before the first line was whole leaves a journal of nothing.
  return files === 0 ? [] : [{ run, at: last === undefined ? changed : new Date(last), files }]
}

async function changedAt(root: string, run: string): Promise<Date | undefined> {
  try {
    const found = await stat(join(writesFolder(root), run, writesFile))
    return found.isFile() ? found.mtime : undefined
  } catch {
    return undefined
  }
}
