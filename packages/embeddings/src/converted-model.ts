import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { OnProgress } from '@datacortex/platform'
import { type ModelManifest, quickProblems, readManifest } from './model-manifest.ts'
import { type PackagedWeights, releasedId } from './packaged-weights.ts'
import type { ModelType } from './model-settings.ts'

/** Number of the way models are converted. Raise it when graph or layout change: older conversions are then redone. */
export const recipe = 2

/** A packaged model and the place of its conversion. */
export type ConvertedModel = {
  readonly weights: PackagedWeights
  readonly folder: string
  readonly dtype: ModelType
  readonly onProgress?: OnProgress | undefined
}

/** Where the conversion of a packaged model lies. */
export function convertedFolder(cacheDir: string, { weights, dtype }: Omit<ConvertedModel, 'folder'>): string {
  const suffix = dtype === 'fp32' ? '' : `-${dtype}`
  const id = dtype === 'int8' ? releasedId(weights) : weights.weightsSha256.slice(0, 12)
  return join(cacheDir, 'models', `${weights.name}-${id}${suffix}`)
}

/** Converts the model unless a good conversion is there, judged by sizes and times, or it came with this package. */
export async function ensureConverted(model: ConvertedModel): Promise<string> {
  const manifest = await currentManifest(model)
  if (manifest !== undefined && (await quickProblems(model.folder, manifest)).length === 0) return model.folder
  if (manifest === undefined && (await isReleased(model))) return model.weights.int8.folder
  // The converter and what it needs are seldom needed: a start with a good conversion doesn't load them.
  const { repairConverted } = await import('./repair-converted.ts')
  await repairConverted(model)
  return model.folder
}

/** Whether the model came with this package, judged by sizes: installers set times as they like. */
export async function isReleased({ weights, dtype }: ConvertedModel): Promise<boolean> {
  if (dtype !== 'int8') return false
  const { folder, files } = weights.int8
  const found = await Promise.all(files.map(async ({ path }) => await stat(join(folder, path)).catch(() => undefined)))
  return files.every(({ sizeBytes }, index) => found[index]?.size === sizeBytes)
}

/** The manifest of a conversion that this version made of these weights. */
export async function currentManifest({ folder, weights }: ConvertedModel): Promise<ModelManifest | undefined> {
  const manifest = await readManifest(folder)
  if (manifest?.recipe !== recipe || manifest.weightsSha256 !== weights.weightsSha256) return undefined
  return manifest
}
