import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256, systemErrorCode, systemErrorReason, writeFileAtomically, platformError } from '@datacortex/platform'

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
      const bytes = await readFile(file)
      return sha256(bytes) === hash ? bytes.toString('utf8') : undefined
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return undefined
      throw platformError('PLATFORM_FILE_UNREADABLE', { file, reason: systemErrorReason(error) }, { cause: error })
    }
  }

  #file(hash: string): string {
    return join(this.#directory, hash)
  }
}
