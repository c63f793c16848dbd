import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord, jsonOf, systemErrorCode } from '@datacortex/platform'

/** What came with the first download of a model, by path, and whether nothing is missing: later ones bring the same. */
export type ModelPins = {
  readonly files: Readonly<Record<string, { readonly sizeBytes: number; readonly sha256: string }>>
  readonly isComplete: boolean
}

/** Name of the pins in the model's folder. */
export const pinsName = 'pulled.json'

/** The pins beside a model; none if it was not pulled. Only this program writes them, as a whole. */
export function readPins(folder: string): ModelPins {
  try {
    const read = jsonOf(readFileSync(join(folder, pinsName), 'utf8'))
    if (isRecord(read) && isRecord(read['files'])) return read as ModelPins
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
  }
  return { files: {}, isComplete: false }
}
