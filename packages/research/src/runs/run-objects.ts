import { join } from 'node:path'
import { readTextFile, sha256, writeFileAtomically } from '@datacortex/platform'

/** Stores texts by their SHA-256 in the folder of a run; the same text is stored once. */
export class RunObjects {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  /** @throws FileUnwritableError if the disk is full, read-only or forbids it. */
  async put(text: string): Promise<string> {
    const hash = sha256(text)
    if ((await this.get(hash)) === undefined) await writeFileAtomically(this.#file(hash), text)
    return hash
  }

  /** Undefined if it is not there, or is not what its name says: the step is then done again. */
  async get(hash: string): Promise<string | undefined> {
    const read = await readTextFile(this.#file(hash))
    return read.ok && sha256(read.text) === hash ? read.text : undefined
  }

  #file(hash: string): string {
    return join(this.#directory, hash)
  }
}
