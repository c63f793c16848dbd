import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type SpacePaths, systemErrorCode } from '@datacortex/platform'

/** Tells one text of a closed part from another: a person may mend a part, so its name does not say what is in it. */
export function partStamp(paths: SpacePaths, name: string): string | undefined {
  try {
    const { size, mtimeMs } = statSync(join(paths.stateDirectory, name))
    return `${size}-${mtimeMs}`
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
    return undefined
  }
}
