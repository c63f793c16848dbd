import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { systemErrorCode } from '@datacortex/platform'

/**
 * Tells one text of a closed part from another: a person may mend a part, so its name does not say what is in it.
 *
 * @param paths - Of the space.
 * @param name - Of the file.
 * @returns Undefined if there is no such file, or nobody may ask.
 */
export async function partStamp(paths: SpacePaths, name: string): Promise<string | undefined> {
  try {
    const { size, mtimeNs } = await stat(join(paths.stateDirectory, name), { bigint: true })
    return `${size}-${mtimeNs}`
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
    return undefined
  }
}
