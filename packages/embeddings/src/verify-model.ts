import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ConvertedModel, currentManifest, isReleased, repairConverted } from './converted-model.ts'
import { modelFileNames } from './model-settings.ts'
import { contentProblems, readPins } from './model-manifest.ts'
import type { EmbedderOptions } from './embedder.ts'
import type { ReleasedModel } from './packaged-weights.ts'
import { resolveModel } from './resolve-model.ts'

export type ModelCheck = {
  readonly modelId: string
  readonly folder: string
  /** `absent`: not converted yet, which the first text will do, or not downloaded, which `pullModel` does. */
  readonly state: 'ok' | 'absent' | 'broken'
  readonly problems: readonly string[]
}

/**
 * Reads every byte of the packaged model, or of one that was pulled, and compares it with the checksums taken when it was
 * made or pulled. A model in a folder of the user's has none: only the presence of its files is checked.
 * @throws `EMBEDDINGS_MODEL_NOT_FOUND` if a configured folder lacks files.
 * @example (await verifyModel({ cacheDir })).state // 'ok'
 */
export async function verifyModel(options: EmbedderOptions): Promise<ModelCheck> {
  const model = resolveModel(options.cacheDir, options.model)
  const { modelId, folder } = model
  if (model.kind !== 'packaged') {
    const { files, isComplete } = readPins(folder)
    const pins = Object.entries(files).map(([path, { sha256 }]) => ({ path, sha256 }))
    const isBegun = pins.length > 0 && !isComplete
    const isAbsent = model.kind === 'hub' && (isBegun || !existsSync(join(folder, modelFileNames[model.dtype])))
    const problems = isAbsent ? [] : await contentProblems(folder, pins)
    return { modelId, folder, state: isAbsent ? 'absent' : problems.length === 0 ? 'ok' : 'broken', problems }
  }
  const checked = await checkedFiles(model)
  if (checked === undefined) return { modelId, folder, state: 'absent', problems: [] }
  const problems = await contentProblems(checked.folder, checked.files)
  return { modelId, folder: checked.folder, state: problems.length === 0 ? 'ok' : 'broken', problems }
}

/** Those that are loaded: what was converted for the user goes before what came with this package. */
async function checkedFiles(model: ConvertedModel): Promise<Pick<ReleasedModel, 'folder' | 'files'> | undefined> {
  const manifest = await currentManifest(model)
  if (manifest !== undefined) return { folder: model.folder, files: manifest.files }
  return (await isReleased(model)) ? model.weights.int8 : undefined
}

/**
 * Converts the packaged model again if a byte of it is wrong. Models from a folder or the hub are left alone.
 * @returns Whether it was converted.
 * @throws `EMBEDDINGS_WEIGHTS_BROKEN` if the packaged weights are damaged; `EMBEDDINGS_CACHE_NOT_WRITABLE`.
 * @example await repairModel({ cacheDir }) // false: it was good
 */
export async function repairModel(options: EmbedderOptions): Promise<boolean> {
  const model = resolveModel(options.cacheDir, options.model)
  if (model.kind !== 'packaged' || (await verifyModel(options)).state === 'ok') return false
  return repairConverted({ ...model, onProgress: options.onProgress })
}
