import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { appendLines } from '../files/append-lines.ts'
import { platformError } from '../errors.ts'
import { sha256 } from '../hash.ts'
import { isRecord } from '../parse/is-record.ts'
import { jsonOf } from '../parse/json-of.ts'
import { readJournalLines } from '../files/read-journal-lines.ts'
import { spacePaths } from '../space/space-paths.ts'
import { syncFolder } from '../files/sync-folder.ts'
import { systemErrorReason } from '../files/system-error-reason.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'

/** One write of a run: what was there before and what is there since. */
export type JournaledWrite = {
  readonly path: string
  /** SHA-256, or `absent`. */
  readonly before: string
  readonly after: string
  /** How many folders above it were not there before. */
  readonly folders?: number | undefined
  /** Permission bits of what was removed. */
  readonly mode?: number | undefined
  /** UTC, ISO 8601; absent in journals of before it was kept. */
  readonly at?: string | undefined
  /** It was taken back: that nothing is there now is the work of somebody else. */
  readonly isUndone?: true | undefined
}

/** Where a run keeps what it needs to be undone. */
export type WritesJournal = ReturnType<typeof writesJournal>

/** The lock that all writers of a space hold while they compare and write. */
export function writesLock(root: string): string {
  return join(spacePaths(root).locksDirectory, 'writes')
}

export function writesFolder(root: string): string {
  return join(spacePaths(root).stateDirectory, 'writes')
}

/** Files whose syncing the disk may do together. */
export const atOnce = 8

/** The file in the folder of a run with a line for each write. */
export const writesFile = 'writes.jsonl'

/**
 * The journal of a run by its name, for writes that no broker made.
 * @throws `PLATFORM_PATH_REFUSED` if it can't be the name of a run; its methods throw `PLATFORM_FILE_UNWRITABLE`.
 * @example await writesJournal(paths.root, id).add([{ path, before: 'absent', after: sha256(text) }], [])
 */
export function writesJournal(root: string, run: string) {
  if (!/^[a-z0-9][\w.-]{0,99}$/i.test(run))
    throw platformError('PLATFORM_PATH_REFUSED', { path: run, reason: 'it is no name of a run' })
  const folder = join(writesFolder(root), run)
  const file = join(folder, writesFile)
  const keep = async (content: Uint8Array, isOneOfMany = false): Promise<void> =>
    await writeFileAtomically(join(folder, sha256(content)), content, { mode: 0o600, isOneOfMany })
  return {
    keep: async (content: Uint8Array): Promise<void> => await keep(content),
    /** On the disk when it resolves; to be called before the writes. `contents` are those that will be replaced. */
    async add(writes: readonly JournaledWrite[], contents: readonly Uint8Array[]): Promise<void> {
      for (let start = 0; start < contents.length; start += atOnce)
        await Promise.all(contents.slice(start, start + atOnce).map(async (content) => await keep(content, true)))
      if (contents.length > 0) await syncFolder(folder)
      await appendLines(
        file,
        writes.map((write) => JSON.stringify(write)),
      )
    },
    /** In the order of the writes; also those that a kill kept from happening. */
    async read(): Promise<readonly JournaledWrite[]> {
      const { lines } = await readJournalLines(file)
      const undone = lines.findLastIndex(({ line }) => line === closing)
      return lines.flatMap(({ line }, at) =>
        parseLine(line).map((one) => (at < undone ? { ...one, isUndone: true } : one)),
      )
    },
    /** Says that all of them until now were taken back. */
    close: async (): Promise<void> => await appendLines(file, [closing]),
    /** @throws `PLATFORM_FILE_UNREADABLE` if it is gone or damaged. */
    contentOf: async (digest: string): Promise<Uint8Array> => await keptContent(join(folder, digest), digest),
  }
}

async function keptContent(file: string, digest: string): Promise<Uint8Array> {
  const content = await readFile(file).catch((error: unknown) => {
    throw platformError('PLATFORM_FILE_UNREADABLE', { file, reason: systemErrorReason(error) }, { cause: error })
  })
  if (sha256(content) !== digest) throw platformError('PLATFORM_FILE_UNREADABLE', { file, reason: 'it is damaged' })
  return content
}

const closing = '{"undone":true}'

/** A line that a kill left unfinished stands for a write that did not happen. */
function parseLine(line: string): readonly JournaledWrite[] {
  const value = jsonOf(line)
  if (!isRecord(value)) return []
  const { path, before, after, folders, mode, at } = value
  if (typeof path !== 'string' || !isState(before) || !isState(after)) return []
  return [
    {
      path,
      before,
      after,
      ...(typeof folders === 'number' && Number.isInteger(folders) ? { folders } : {}),
      ...(typeof mode === 'number' && Number.isInteger(mode) ? { mode: mode & 0o777 } : {}),
      ...(typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? { at } : {}),
    },
  ]
}

function isState(value: unknown): value is string {
  return typeof value === 'string' && /^(?:absent|[0-9a-f]{64})$/.test(value)
}
