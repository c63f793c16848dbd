import { appendLines, jsonOf, readJournalLines } from '@datacortex/platform'
import { type RunEvent, RunEventSchema } from './run-record.ts'

/** The journal of a run: what was begun and what was done, in order. One process writes it, under the lock of the run. */
export class RunJournal {
  readonly #file: string
  #writing: Promise<void> = Promise.resolve()

  constructor(file: string) {
    this.#file = file
  }

  /** Resolves when the event is on the disk. @throws `PLATFORM_FILE_UNWRITABLE` */
  async append(event: RunEvent): Promise<void> {
    const before = this.#writing
    const writing = (async () => {
      await before.catch(() => {})
      await appendLines(this.#file, [JSON.stringify(event)])
    })()
    this.#writing = writing
    await writing
  }

  /** Every whole line. Throws `PLATFORM_FILE_UNREADABLE`: what was paid for must not count as never done. */
  async read(): Promise<readonly RunEvent[]> {
    const { lines } = await readJournalLines(this.#file)
    return lines.flatMap(({ line }) => RunEventSchema.safeParse(jsonOf(line)).data ?? [])
  }
}
