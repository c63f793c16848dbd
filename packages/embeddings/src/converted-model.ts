import { join } from 'node:path'
import type { OnProgress } from '@datacortex/platform'
import { quickProblems, readManifest } from './model-manifest.ts'
import type { ModelManifest } from './model-manifest.ts'
import type { PackagedWeights } from './packaged-weights.ts'

/** Number of the way models are converted. Raise it when graph or layout change: older conversions are then redone. */
export const recipe = 2

/** A packaged model and the place of its conversion. */
export type ConvertedModel = {
  readonly weights: PackagedWeights
  readonly folder: string
  readonly dtype: 'fp32' | 'q8'
  readonly onProgress?: OnProgress | undefined
}

/** Where the conversion of a packaged model lies. */
export function convertedFolder(cacheDir: string, { weights, dtype }: Omit<ConvertedModel, 'folder'>): string {
  const suffix = dtype === 'fp32' ? '' : `-${dtype}`
  return join(cacheDir, 'models', `${weights.name}-${weights.weightsSha256.slice(0, 12)}${suffix}`)
}

/** Converts the model unless a good conversion is there, judged by sizes and times. */
export async function ensureConverted(model: ConvertedModel): Promise<void> {
  const manifest = await currentManifest(model)
  if (manifest !== undefined && (await quickProblems(model.folder, manifest)).length === 0) return
  // The converter and what it needs are seldom needed: a start with a good conversion doesn't load them.
  const { repairConverted } = await import('./repair-converted.ts')
  await repairConverted(model)
}

/** The manifest of a conversion that this version made of these weights. */
export async function currentManifest({ folder, weights }: ConvertedModel): Promise<ModelManifest | undefined> {
  const manifest = await readManifest(folder)
  if (manifest?.recipe !== recipe || manifest.weightsSha256 !== weights.weightsSha256) return undefined
  return manifest
}
