import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  FileUnreadableError,
  sha256,
  systemErrorCode,
  systemErrorReason,
  writeFileAtomically,
} from '@datacortex/platform'

/** Stores texts of any length by their SHA-256 in the folder of a run; the same text is stored once. */
export class RunObjects {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  /** @throws FileUnwritableError if the disk is full, read-only or forbids it; FileUnreadableError as `get`. */
  async put(text: string): Promise<string> {
    const hash = sha256(text)
    if ((await this.get(hash)) === undefined) await writeFileAtomically(this.#file(hash), text)
    return hash
  }

  /**
   * Undefined if it is not there, or is not what its name says: the step is then done again.
   *
   * @throws FileUnreadableError if it is there and can't be read: what was paid for is not paid for again then.
   */
  async get(hash: string): Promise<string | undefined> {
    const file = this.#file(hash)
    try {
      const bytes = await readFile(file)
      return sha256(bytes) === hash ? bytes.toString('utf8') : undefined
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return undefined
      throw new FileUnreadableError({ file, reason: systemErrorReason(error), cause: error })
    }
  }

  #file(hash: string): string {
    return join(this.#directory, hash)
  }
}
