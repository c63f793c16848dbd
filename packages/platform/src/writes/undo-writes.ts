import { realpath, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codedError, whenCoded } from '@datacortex/errors'
import { platformError } from '../errors.ts'
import type { Disk } from '../files/disk.ts'
import { inFolder } from '../files/hold-folder.ts'
import { ifMissing, ifRefused } from '../files/if-missing.ts'
import { sha256 } from '../hash.ts'
import { withLock } from '../locks/with-lock.ts'
import { syncFolder } from '../files/sync-folder.ts'
import { replaceFile } from '../files/write-file-atomically.ts'
import { checkExistingPath, checkWritePath } from './check-path.ts'
import { listWritesRuns } from './list-writes-runs.ts'
import { lookAtPlace } from './look-at-place.ts'
import { removeWritten } from './remove-written.ts'
import type { WritesBrokerOptions } from './writes-broker.ts'
import { type JournaledWrite, type WritesJournal, writesJournal, writesLock } from './writes-journal.ts'

/** What became of each path of a run. */
export type UndoneWrites = {
  /** They have their old content again. */
  readonly restored: readonly string[]
  /** They were new and are gone; their content stays in the journal. */
  readonly removed: readonly string[]
  /** They were changed since, or can't be changed: they are as they were found. */
  readonly kept: readonly KeptWrite[]
  /**
   * Of those that were restored or removed: what the run wrote there before stays, as somebody changed the file in
   * between. They are as the last writes of the run found them.
   */
  readonly partly: readonly KeptWrite[]
}

/** Where a write was not taken back, and why. */
export type KeptWrite = { readonly path: string; readonly reason: string }

export type UndoOptions = Pick<WritesBrokerOptions, 'root' | 'dryRun' | 'disk'> & {
  readonly signal?: AbortSignal | undefined
}

/**
 * Takes back what a run wrote, last write first; what somebody changed since stays as it is.
 * @throws `WRITES_RUN_UNKNOWN` if no such run wrote anything, `PLATFORM_PATH_REFUSED` if it can't be the name of one.
 * @example await undoWrites(broker.run, { root })
 */
export async function undoWrites(
  run: string,
  { root, dryRun = false, signal, disk }: UndoOptions,
): Promise<UndoneWrites> {
  const journal = writesJournal(root, run)
  const undo = async (): Promise<UndoneWrites> => {
    const writes = await journal.read()
    if (writes.length === 0) {
      const known = await listWritesRuns(root, { limit: 3 })
      throw platformError('WRITES_RUN_UNKNOWN', { run, known: known.map((one) => one.run) })
    }
    const undone = new Map<string, 'restored' | 'removed'>()
    const kept = new Map<string, string>()
    const contents = new Map<string, string>()
    const folders = new Set<string>()
    let stuck: string | undefined
    for (const write of writes.toReversed()) {
      signal?.throwIfAborted()
      // What was kept once stays, or an older write would overwrite what somebody made of a newer one.
      if (kept.has(write.path)) continue
      // Its new place stays with all that leads there, or it would be nowhere.
      if (stuck !== undefined) {
        kept.set(write.path, `${stuck} could not be put back`)
        continue
      }
      const outcome = await undoOne(write, { root: await realpath(root), journal, contents, dryRun, disk })
      if (outcome?.kind === 'kept') {
        kept.set(write.path, outcome.reason)
        if (write.after === 'absent') stuck = write.path
      } else if (outcome !== undefined) {
        undone.set(write.path, outcome.kind)
        if (outcome.kind === 'restored' && !dryRun) folders.add(join(root, dirname(write.path)))
      }
    }
    if (!dryRun && kept.size === 0 && writes.some(({ after }) => after === 'absent'))
      await journal.close().catch(whenCoded(() => undefined))
    for (const folder of folders) await syncFolder(folder).catch(ifMissing(undefined))
    const of = (kind: 'restored' | 'removed'): string[] =>
      [...undone].filter(([, each]) => each === kind).map(([path]) => path)
    const keptWrites = Array.from(kept, ([path, reason]) => ({ path, reason }))
    return {
      restored: of('restored'),
      removed: of('removed'),
      kept: keptWrites.filter(({ path }) => !undone.has(path)),
      partly: keptWrites.filter(({ path }) => undone.has(path)),
    }
  }
  return dryRun ? await undo() : await withLock(writesLock(root), undo, { signal })
}

type Outcome = { readonly kind: 'restored' | 'removed' } | { readonly kind: 'kept'; readonly reason: string }

async function undoOne(
  { path, before, after, folders = 0, mode, isUndone }: JournaledWrite,
  options: {
    readonly root: string
    readonly journal: WritesJournal
    /** What a dry run would have made of the paths so far, by digest. */
    readonly contents: Map<string, string>
    readonly dryRun: boolean
    readonly disk: Disk | undefined
  },
): Promise<Outcome | undefined> {
  const { root, journal, contents, dryRun, disk } = options
  try {
    // What was there may have a name that nobody would get today.
    const check = before === 'absent' ? checkWritePath : checkExistingPath
    const { file, content, parts } = await lookAtPlace(root, check(path, ['**']), { disk })
    const found = contents.get(path) ?? (content === undefined ? 'absent' : sha256(content))
    // It was never written, or is undone already.
    if (found === before || (found === 'absent' && isUndone === true)) return undefined
    const changed = {
      kind: 'kept',
      reason: after === 'absent' ? 'another file is there' : 'it was changed since',
    } as const
    if (found !== after) return changed
    const former = before === 'absent' ? undefined : await journal.contentOf(before)
    if (dryRun) contents.set(path, before)
    else if (former !== undefined) {
      const write = { mode, replacesLink: true, expected: found, disk, below: root, isOneOfMany: true }
      if (!(await replaceFile(file, former, write))) return changed
    } else {
      if (content !== undefined) await journal.keep(content)
      await removeWritten(root, parts)
      await removeEmpty(root, { folder: parts.slice(0, -1), most: folders })
    }
    return { kind: former === undefined ? 'removed' : 'restored' }
  } catch (error) {
    return { kind: 'kept', reason: codedError(error).message }
  }
}

/** Folders that were made for a file go with it, unless something else lies in them. */
async function removeEmpty(root: string, { folder, most }: { folder: readonly string[]; most: number }): Promise<void> {
  for (let count = 0; count < most && count < folder.length; count += 1) {
    const path = join(root, ...folder.slice(0, folder.length - count))
    const removed = inFolder(path, { below: root }, async (at) => await rmdir(at).then(() => true))
    if ((await removed.catch(ifRefused(undefined))) === undefined) return
  }
}
