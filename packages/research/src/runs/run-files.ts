import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  appendLines,
  ifMissing,
  jsonOf,
  platformError,
  readJournalLines,
  sha256,
  systemErrorReason,
  writeFileAtomically,
} from '@datacortex/platform'
import type { SpacePaths } from '@datacortex/platform'
import { RunEvent } from './run-record.ts'

export function runsDirectory(paths: SpacePaths): string {
  return join(paths.stateDirectory, 'research')
}

/** Where one run lies. @param id - Checked: it is part of a path. */
export function runFiles(paths: SpacePaths, id: string) {
  const directory = join(runsDirectory(paths), id)
  return {
    record: join(directory, 'run.json'),
    journal: join(directory, 'journal.jsonl'),
    /** Outputs of steps and snapshots of sources, by SHA-256. */
    objects: join(directory, 'objects'),
    lock: join(paths.locksDirectory, `research-${id}`),
  }
}

export function isRunId(text: string): boolean {
  return /^r-[0-9a-f]{4,16}$/.test(text)
}

/** So long somebody who only looks may hold the lock of a run, in milliseconds. */
export const lockMs = 250

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
    return lines.flatMap(({ line }) => RunEvent.safeParse(jsonOf(line)).data ?? [])
  }
}

/** Stores texts of any length by their SHA-256 in the folder of a run; the same text is stored once. */
export class RunObjects {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Throws `PLATFORM_FILE_UNWRITABLE`, and `PLATFORM_FILE_UNREADABLE` as `get`. */
  async put(text: string): Promise<string> {
    const hash = sha256(text)
    if ((await this.get(hash)) === undefined) await writeFileAtomically(this.#file(hash), text)
    return hash
  }

  /** Undefined if absent or damaged: then the step is done again. Throws `PLATFORM_FILE_UNREADABLE`. */
  async get(hash: string): Promise<string | undefined> {
    const file = this.#file(hash)
    try {
      const bytes = await readFile(file).catch(ifMissing(undefined))
      return bytes !== undefined && sha256(bytes) === hash ? bytes.toString('utf8') : undefined
    } catch (error) {
      throw platformError('PLATFORM_FILE_UNREADABLE', { file, reason: systemErrorReason(error) }, { cause: error })
    }
  }

  #file(hash: string): string {
    return join(this.#directory, hash)
  }
}
