import { randomUUID } from 'node:crypto'
import { lutimes } from 'node:fs/promises'
import { join } from 'node:path'
import { platformError } from '../errors.ts'
import { type Disk, listedOnce, localDisk } from '../files/disk.ts'
import { inFolder } from '../files/hold-folder.ts'
import { sha256 } from '../hash.ts'
import { withLock } from '../locks/with-lock.ts'
import { ifMissing } from '../files/if-missing.ts'
import { syncFolder } from '../files/sync-folder.ts'
import { replaceFile } from '../files/write-file-atomically.ts'
import { foldedName } from './folded-name.ts'
import { lookAtPlace } from './look-at-place.ts'
import type { FoundFile, Prepared, WriteRequest, WriteResult } from './prepare-write.ts'
import { checkRequest, findMoved, prepareWrite } from './prepare-write.ts'
import { removeLeft, removeWritten } from './remove-written.ts'
import { writesJournal, writesLock, atOnce } from './writes-journal.ts'

export type WritesLimits = {
  readonly files: number
  /** Of all files together. */
  readonly bytes: number
  readonly fileBytes: number
}

/** The only way by which plugins, hooks, agents and imports write files. */
export type WritesBroker = {
  /** Name of the run, for `undoWrites`. */
  readonly run: string
  /** Files that it has written so far. */
  readonly written: () => number
  /** What `write` would do now; it checks all that `write` checks and writes nothing. */
  readonly plan: (request: WriteRequest, options?: CallOptions) => Promise<WriteResult>
  /**
   * Writes a file as a whole. The same content again is `unchanged`, whatever was expected.
   * @throws `WRITES_REFUSED`, `WRITES_CONFLICT`; `PLATFORM_FILE_UNWRITABLE` if the disk is full.
   */
  readonly write: (request: WriteRequest, options?: CallOptions) => Promise<WriteResult>
  /**
   * Writes several files, several times faster than one by one. All are checked before the first is written; new ones
   * come first, and what was moved is removed last, so that whatever moment it ends in nothing is lost.
   * @throws As `write`; nothing is written then, unless the disk is full or somebody changes one of the files
   *   meanwhile.
   */
  readonly writeAll: (requests: readonly WriteRequest[], options?: CallOptions) => Promise<readonly WriteResult[]>
  /**
   * Removes a file, as the caller read it.
   * @throws `WRITES_REFUSED`, `WRITES_CONFLICT`
   */
  readonly remove: (file: NonNullable<WriteRequest['movedFrom']>, options?: CallOptions) => Promise<void>
}

type CallOptions = { readonly signal?: AbortSignal | undefined }

export type WritesBrokerOptions = {
  readonly root: string
  /** Globs of relative paths, such as `0-personal/notes/**`. Nothing else is written. */
  readonly grants: readonly string[]
  /** Why a path that is granted is not written all the same, as a clause; undefined if it may be. */
  readonly refuses?: ((path: string) => string | undefined) | undefined
  /** A name for the run: letters, digits, `.`, `_`, `-`. A fresh one if absent. */
  readonly run?: string | undefined
  readonly limits?: Partial<WritesLimits> | undefined
  readonly now?: (() => Date) | undefined
  /** Nothing is written by `write` either; it answers with the plan. */
  readonly dryRun?: boolean | undefined
  readonly disk?: Disk | undefined
}

/**
 * Writes files of a space on behalf of others: only granted paths, never through links, compare-and-swap by content,
 * within limits, atomically, and journaled so that `undoWrites` can take a run back.
 * @throws `PLATFORM_PATH_REFUSED` if the run has another name; its methods throw `WRITES_REFUSED` and
 *   `WRITES_CONFLICT`.
 * @example
 * const broker = createWritesBroker({ root, grants: ['0-personal/3-knowledge/**'] })
 * await broker.write({ path: '0-personal/3-knowledge/zettel/tides.md', text, expected: 'absent' })
 */
export function createWritesBroker(options: WritesBrokerOptions): WritesBroker {
  const { root, grants, refuses, run = randomUUID(), dryRun = false, disk = localDisk } = options
  const { now = () => new Date() } = options
  const limits = { files: 10_000, bytes: 1_000_000_000, fileBytes: 100_000_000, ...options.limits }
  const journal = writesJournal(root, run)
  const written = { files: 0, bytes: 0 }

  function check({ path, expected, movedFrom }: WriteRequest): void {
    checkRequest({ path, expected }, grants)
    const reason = refuses?.(path)
    if (reason !== undefined) throw platformError('WRITES_REFUSED', { path, reason })
    if (movedFrom !== undefined) check({ path: movedFrom.path, text: '', expected: movedFrom.sha256 })
  }

  async function prepareAll(requests: readonly WriteRequest[], looked = listedOnce(disk)) {
    const planned = { ...written }
    const paths = new Set<string>()
    const folders = new Map<string, string>()
    const prepared: Prepared[] = []
    for (const request of requests) {
      for (const { path } of [request, request.movedFrom ?? []].flat()) {
        // Two spellings of one name are one file on some disks.
        const name = foldedName(path)
        if (paths.has(name)) throw platformError('WRITES_REFUSED', { path, reason: 'it is written twice at once' })
        paths.add(name)
      }
      check(request)
      const one = await prepareWrite(request, {
        root,
        grants,
        disk: looked,
        over: (data) => exceeded(data, { limits, written: planned }),
      })
      for (const folder of foldersMadeFor(one)) {
        const first = folders.get(foldedName(folder)) ?? folder
        const reason = `${JSON.stringify(first)} is made too and differs only in its spelling`
        if (first !== folder) throw platformError('WRITES_REFUSED', { path: request.path, reason })
        folders.set(foldedName(folder), folder)
      }
      prepared.push(one)
      if (one.result.status === 'unchanged') continue
      planned.files += 1
      planned.bytes += one.data.length
    }
    return prepared
  }

  async function commit(requests: readonly WriteRequest[]): Promise<readonly WriteResult[]> {
    const looked = listedOnce(disk)
    const prepared = await prepareAll(requests, looked)
    await removeLeft(prepared, looked)
    const changes = prepared.filter(({ result }) => result.status !== 'unchanged')
    if (changes.length > 0)
      await journal.add(
        changes.map(({ result, found, newFolders }) => ({
          path: result.path,
          before: found,
          after: result.sha256,
          ...(newFolders === 0 ? {} : { folders: newFolders }),
          at: now().toISOString(),
        })),
        changes.flatMap(({ content }) => (content === undefined ? [] : [content])),
      )
    // What leads to a new file is written when it is there.
    for (const some of [changes.filter(isNew), changes.filter((one) => !isNew(one))]) {
      for (let start = 0; start < some.length; start += atOnce) {
        const outcomes = await Promise.allSettled(some.slice(start, start + atOnce).map(place))
        const failed = outcomes.find((outcome) => outcome.status === 'rejected')
        if (failed !== undefined) throw failed.reason
      }
      const folders = new Set(some.map(({ real, parts }) => join(real, ...parts.slice(0, -1))))
      for (const folder of folders) await syncFolder(folder).catch(ifMissing(undefined))
    }
    for (const { moved } of prepared) if (moved !== undefined) await remove(moved)
    return prepared.map(({ result }) => result)
  }

  async function place({ real, parts, data, found, result, moved }: Prepared): Promise<void> {
    const file = join(real, ...parts)
    const mode = moved === undefined ? 0o644 : moved.stat.mode & 0o777
    const options = { mode, replacesLink: true, expected: found, disk, below: real, isOneOfMany: true }
    if (!(await replaceFile(file, data, options))) {
      const { content } = await lookAtPlace(real, parts, { disk })
      const now = content === undefined ? 'absent' : sha256(content)
      throw platformError('WRITES_CONFLICT', { path: result.path, expected: found, found: now })
    }
    written.files += 1
    written.bytes += data.length
    if (moved !== undefined && sha256(moved.content) === result.sha256)
      await inFolder(file, { below: real }, async (at) => await lutimes(at, moved.stat.atime, moved.stat.mtime))
  }

  async function remove({ path, content }: FoundFile): Promise<void> {
    const before = sha256(content)
    // The writes before it took their time. From the journal on it counts as removed, so that is the last thing before.
    const { real, parts, stat } = await findMoved({ path, sha256: before }, { root, grants, disk })
    const mode = stat.mode & 0o777
    await journal.add([{ path, before, after: 'absent', mode, at: now().toISOString() }], [content])
    await removeWritten(real, parts)
  }

  const writeAll: WritesBroker['writeAll'] = async (requests, { signal } = {}) => {
    signal?.throwIfAborted()
    if (dryRun) return (await prepareAll(requests)).map(({ result }) => result)
    // Refused before anything is made, locks included.
    for (const request of requests) check(request)
    return await withLock(writesLock(root), async () => await commit(requests), { signal })
  }

  return {
    run,
    written: () => written.files,
    writeAll,
    async plan(request, { signal } = {}) {
      signal?.throwIfAborted()
      return only((await prepareAll([request])).map(({ result }) => result))
    },
    write: async (request, callOptions) => only(await writeAll([request], callOptions)),
    async remove(file, { signal } = {}) {
      signal?.throwIfAborted()
      check({ path: file.path, text: '', expected: file.sha256 })
      const found = async (): Promise<FoundFile> => await findMoved(file, { root, grants, disk })
      if (dryRun) await found()
      else await withLock(writesLock(root), async () => await remove(await found()), { signal })
    },
  }
}

function foldersMadeFor({ parts, newFolders }: Prepared): readonly string[] {
  return Array.from({ length: newFolders }, (_, count) => parts.slice(0, parts.length - 1 - count).join('/'))
}

function isNew({ result }: Prepared): boolean {
  return result.status === 'created'
}

function only(results: readonly WriteResult[]): WriteResult {
  const [result] = results
  if (result === undefined) throw new Error('one request has one result')
  return result
}

function exceeded(
  data: Uint8Array,
  { limits, written }: { readonly limits: WritesLimits; readonly written: { files: number; bytes: number } },
): string | undefined {
  if (data.length > limits.fileBytes) return `it is larger than ${limits.fileBytes} bytes`
  if (written.files >= limits.files) return `this run wrote ${limits.files} files already`
  return written.bytes + data.length > limits.bytes ? `this run would write more than ${limits.bytes} bytes` : undefined
}
