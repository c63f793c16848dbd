import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ifRefused } from '../files/if-missing.ts'
import { namesIn } from '../files/names-in.ts'
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
 * @example const [last] = await listWritesRuns(paths.root, { limit: 1 })
 */
export async function listWritesRuns(
  root: string,
  { limit }: { limit?: number | undefined } = {},
): Promise<readonly WritesRun[]> {
  const journals = await journalsIn(root)
  let found: readonly WritesRun[] = []
  // One after the other: there may be more journals than files that a process may have open.
  for (const { run, changed } of journals) {
    const last = limit === undefined ? undefined : found[limit - 1]
    // What a journal says was written before it was changed, so nothing in this one and those after it is as new.
    if (last !== undefined && last.at.getTime() > changed.getTime()) break
    found = [...found, ...(await readRun(root, { run, changed }))]
      .toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.run < b.run ? 1 : -1))
      .slice(0, limit)
  }
  return found
}

/**
 * The files that a run wrote, moved or took away, each once.
 * @param run - Its name; of an unknown one there are none.
 * @throws `PLATFORM_FILE_UNREADABLE` if its journal can't be read.
 * @example await filesOfRun(paths.root, 'note-2026-11-23-768925875') // ['0-personal/Neap tides.md']
 */
export async function filesOfRun(root: string, run: string): Promise<readonly string[]> {
  return [...new Set((await writesJournal(root, run).read()).map(({ path }) => path))]
}

type Journal = { readonly run: string; readonly changed: Date }

/** Those changed last first; a stray file is none. */
async function journalsIn(root: string): Promise<readonly Journal[]> {
  const journals: Journal[] = []
  for (const run of await namesIn(writesFolder(root))) {
    const changed = await changedAt(root, run)
    if (changed !== undefined) journals.push({ run, changed })
  }
  return journals.toSorted((a, b) => b.changed.getTime() - a.changed.getTime())
}

async function readRun(root: string, { run, changed }: Journal): Promise<readonly WritesRun[]> {
  const writes = await writesJournal(root, run).read()
  const last = writes.findLast(({ at }) => at !== undefined)?.at
  const files = new Set(writes.map(({ path }) => path)).size
  // A copy of a space has files of another time; journals of before times were kept have nothing else. A kill before the first line was whole leaves a journal of nothing.
  return files === 0 ? [] : [{ run, at: last === undefined ? changed : new Date(last), files }]
}

async function changedAt(root: string, run: string): Promise<Date | undefined> {
  const found = await stat(join(writesFolder(root), run, writesFile)).catch(ifRefused(undefined))
  return found?.isFile() === true ? found.mtime : undefined
}
