import { currentManifest } from './converted-model.ts'
import { contentProblems } from './model-manifest.ts'
import type { EmbedderOptions } from './open-embedder.ts'
import { resolveModel } from './resolve-model.ts'

/** What is known about the files of a model. */
export type ModelCheck = {
  readonly modelId: string
  readonly folder: string
  /** `absent`: not converted or downloaded yet, which the first text will do. */
  readonly state: 'ok' | 'absent' | 'broken'
  readonly problems: readonly string[]
}

/**
 * Reads every byte of the converted model and compares it with the checksums taken at conversion.
 *
 * A model from a folder or the hub has no checksums here: only the presence of its files is checked.
 *
 * @param options - As for {@link openEmbedder}.
 * @throws `EMBEDDINGS_MODEL_NOT_FOUND` if a configured folder lacks files.
 * @example (await verifyModel({ cacheDir })).state // 'ok'
 */
export async function verifyModel(options: EmbedderOptions): Promise<ModelCheck> {
  const model = resolveModel(options.cacheDir, options.model)
  const { modelId, folder } = model
  if (model.kind !== 'packaged') return { modelId, folder, state: 'ok', problems: [] }
  const manifest = await currentManifest(model)
  if (manifest === undefined) return { modelId, folder, state: 'absent', problems: [] }
  const problems = await contentProblems(folder, manifest)
  return { modelId, folder, state: problems.length === 0 ? 'ok' : 'broken', problems }
}

/**
 * Converts the packaged model again if a byte of it is wrong. Models from a folder or the hub are left alone.
 *
 * @param options - As for {@link openEmbedder}.
 * @returns Whether it was converted.
 * @throws `EMBEDDINGS_WEIGHTS_BROKEN` if the packaged weights are damaged; `EMBEDDINGS_CACHE_NOT_WRITABLE`.
 * @example await repairModel({ cacheDir }) // false: it was good
 */
export async function repairModel(options: EmbedderOptions): Promise<boolean> {
  const model = resolveModel(options.cacheDir, options.model)
  if (model.kind !== 'packaged') return false
  const { repairConverted } = await import('./repair-converted.ts')
  return repairConverted({ ...model, onProgress: options.onProgress })
}
