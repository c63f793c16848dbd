import { readFile } from 'node:fs/promises'
import { appendLines, FileUnreadableError, systemErrorCode, systemErrorReason } from '@datacortex/platform'
import type { RunEvent } from './run-record.ts'
import { RunEventSchema } from './run-record.ts'

/** The journal of a run: what was begun and what was done, in order. One process writes it, under the lock of the run. */
export class RunJournal {
  readonly #file: string
  #writing: Promise<void> = Promise.resolve()

  constructor(file: string) {
    this.#file = file
  }

  /** Resolves when the event is on the disk. @throws FileUnwritableError */
  async append(event: RunEvent): Promise<void> {
    const before = this.#writing
    const writing = (async () => {
      await before.catch(() => {})
      await appendLines(this.#file, [JSON.stringify(event)])
    })()
    this.#writing = writing
    await writing
  }

  /**
   * Every whole line; one that a kill cut off, even inside a letter, counts as not written.
   *
   * @throws FileUnreadableError if it is there and can't be read: what was paid for must not count as never done.
   */
  async read(): Promise<readonly RunEvent[]> {
    return linesOf(await this.#bytes()).flatMap(eventOf)
  }

  async #bytes(): Promise<Buffer> {
    try {
      return await readFile(this.#file)
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return Buffer.alloc(0)
      throw new FileUnreadableError({ file: this.#file, reason: systemErrorReason(error), cause: error })
    }
  }
}

/** Each line is decoded by itself, so that a broken one spoils no other, and the whole may be longer than a string. */
function linesOf(bytes: Buffer): readonly string[] {
  const lines: string[] = []
  let start = 0
  while (start < bytes.length) {
    const feed = bytes.indexOf(0x0a, start)
    const end = feed === -1 ? bytes.length : feed
    lines.push(bytes.toString('utf8', start, end))
    start = end + 1
  }
  return lines
}

function eventOf(line: string): readonly RunEvent[] {
  if (line === '') return []
  try {
    const result = RunEventSchema.safeParse(JSON.parse(line))
    return result.success ? [result.data] : []
  } catch {
    return []
  }
}
