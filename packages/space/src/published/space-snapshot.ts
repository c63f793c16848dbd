import { statSync } from 'node:fs'
import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { type SpacePaths, platformError } from '@datacortex/platform'
import type { Logger } from '@datacortex/plugin'
import type { Catalogue } from '@datacortex/modules'
import { isEmptied } from '../parts/is-emptied.ts'
import { spaceStamp } from '../parts/space-stamp.ts'

export type SpaceSnapshot = {
  readonly catalogue: Catalogue
  /** When one of the files last changed that they were read from. */
  readonly modifiedAt: Date
}

export type SnapshotOptions = {
  readonly catalogue: () => Promise<Catalogue>
  readonly bundledDirectory: string | undefined
  readonly log: Logger
}

/** The newest snapshot of a space, taken again when a file changed that it was read from. */
export class SnapshotSource {
  readonly #paths: SpacePaths
  readonly #options: SnapshotOptions
  #stamp: string
  #looked = false
  #current: Promise<SpaceSnapshot>
  /** Whether agents.yaml ever had something in it. */
  #hadRegistry = false
  #modifiedMs = Number.NEGATIVE_INFINITY

  private constructor(paths: SpacePaths, options: SnapshotOptions) {
    this.#paths = paths
    this.#options = options
    this.#stamp = spaceStamp(paths, options)
    this.#current = this.#take()
  }

  /** Takes the first snapshot. Throws `REGISTRY_YAML_INVALID`, `REGISTRY_INVALID` if `agents.yaml` can't be read. */
  static async open(paths: SpacePaths, options: SnapshotOptions): Promise<SnapshotSource> {
    const source = new SnapshotSource(paths, options)
    await source.#current
    return source
  }

  /** The space as it is now; as it was, while its registry can't be read, is gone or is empty after it was there. */
  current(): Promise<SpaceSnapshot> {
    // Those of one turn of the event loop, which came together, are answered from one look.
    if (this.#looked) return this.#current
    this.#looked = true
    setImmediate(() => {
      this.#looked = false
    })
    const stamp = spaceStamp(this.#paths, this.#options)
    if (stamp !== this.#stamp) {
      this.#stamp = stamp
      const before = this.#current
      this.#current = this.#take().catch(async (error: unknown) => {
        const reason = CodedError.is(error) ? error.message : String(error)
        this.#options.log.warn({ reason }, 'the registry can not be read; the agents stay as they were')
        return await before
      })
    }
    return this.#current
  }

  async #take(): Promise<SpaceSnapshot> {
    const { agentsFile: file } = this.#paths
    const gone = (reason: string): CodedError => platformError('PLATFORM_FILE_UNREADABLE', { file, reason })
    // Before it is read: to read it makes a cache in the folder of the space, which may have moved away.
    if (this.#hadRegistry && changedMs(file) === undefined) throw gone('it was there before and is gone')
    const isEmpty = isEmptied(file)
    if (this.#hadRegistry && isEmpty) throw gone('it had agents before and is empty')
    this.#hadRegistry ||= !isEmpty
    const catalogue = await this.#options.catalogue()
    const { settingsFile, settingsLocalFile, modulesLockFile } = this.#paths
    const manifests = catalogue.modules.modules.map(({ directory }) => join(directory, 'module.yaml'))
    const files = [file, settingsFile, settingsLocalFile, modulesLockFile, ...manifests]
    const newestMs = Math.max(0, ...files.map((one) => changedMs(one) ?? 0))
    // Whole seconds, as dates in headers have them.
    this.#modifiedMs = Math.max(Math.floor(newestMs / 1000) * 1000, this.#modifiedMs + 1000)
    return { catalogue, modifiedAt: new Date(this.#modifiedMs) }
  }
}

function changedMs(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs
}
