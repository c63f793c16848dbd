import { type FileHandle, open } from 'node:fs/promises'
import { platformError } from '../errors.ts'
import { systemErrorCode, systemErrorReason } from './system-error-reason.ts'

export type JournalPosition = {
  readonly inode: bigint
  /** Bytes up to the end of the last complete line. */
  readonly offset: number
  /** Complete lines so far. */
  readonly line: number
}

/** A line of a journal; `complete` if a line feed ends it. */
export type JournalLine = { readonly line: string; readonly number: number; readonly complete: boolean }

/**
 * Reads the lines of an append-only file that were added since the last time.
 *
 * What is no UTF-8, such as a letter that a kill cut in two, becomes U+FFFD in its own line and spoils no other one.
 * @param file - Path; a missing file has no lines.
 * @param from - Where the last read ended; the beginning if absent.
 * @returns Lines that were added since then; if the file is another one now, all lines and `restarted`.
 * @throws `PLATFORM_FILE_UNREADABLE` if it exists and can't be read.
 * @example const { lines } = await readJournalLines('/space/.datacore/state/events.jsonl')
 */
export async function readJournalLines(file: string, from: JournalPosition = beginning) {
  try {
    await using handle = await open(file, 'r')
    const { ino, size } = await handle.stat({ bigint: true })
    const grown = from.inode === ino && Number(size) >= from.offset && (await endsLine(handle, from.offset))
    const start: JournalPosition = grown ? from : { inode: ino, offset: 0, line: 0 }
    return { ...(await readLines(handle, start)), restarted: !grown }
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return { lines: [], position: beginning, restarted: from.offset > 0 }
    throw platformError('PLATFORM_FILE_UNREADABLE', { file, reason: systemErrorReason(error) }, { cause: error })
  }
}

const beginning: JournalPosition = { inode: 0n, offset: 0, line: 0 }

/** A file that was cut and written anew has no line end at the old place, most likely. */
async function endsLine(handle: FileHandle, offset: number): Promise<boolean> {
  if (offset === 0) return true
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(1), { position: offset - 1 })
  return bytesRead === 1 && buffer[0] === 0x0a
}

const blockBytes = 1_000_000

async function readLines(handle: FileHandle, start: JournalPosition) {
  const lines: JournalLine[] = []
  const { inode } = start
  let { offset, line } = start
  let position = offset
  // A line may be longer than a block, so its blocks are joined only when its end is there.
  let parts: Buffer[] = []
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(blockBytes), { position })
    if (bytesRead === 0) break
    position += bytesRead
    let rest = buffer.subarray(0, bytesRead)
    for (let end = rest.indexOf(0x0a); end !== -1; end = rest.indexOf(0x0a)) {
      line += 1
      lines.push({ line: decode([...parts, rest.subarray(0, end)]), number: line, complete: true })
      offset = position - rest.length + end + 1
      parts = []
      rest = rest.subarray(end + 1)
    }
    if (rest.length > 0) parts.push(rest)
  }
  if (parts.length > 0) lines.push({ line: decode(parts), number: line + 1, complete: false })
  return { lines, position: { inode, offset, line } }
}

function decode(parts: readonly Buffer[]): string {
  return (parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)).toString('utf8')
}
