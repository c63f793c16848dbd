import { randomUUID } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import {
  type OnProgress,
  makeFolder,
  move,
  removeFolder,
  systemErrorReason,
  withLock,
  writeFileAtomically,
  ifRefused,
} from '@datacortex/platform'
import { embeddingsError } from './errors.ts'
import { type ModelManifest, contentProblems, manifestName, quickProblems, readManifest } from './model-manifest.ts'
import type { ModelType } from './model-settings.ts'
import { type PackagedWeights, releasedId } from './packaged-weights.ts'

/** Number of the way models are converted. Raise it when graph or layout change: older conversions are then redone. */
const recipe = 2

export type ConvertedModel = {
  readonly weights: PackagedWeights
  readonly folder: string
  readonly dtype: ModelType
  readonly onProgress?: OnProgress | undefined
}

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
  await repairConverted(model)
  return model.folder
}

/** Whether the model came with this package, judged by sizes: installers set times as they like. */
export async function isReleased({ weights, dtype }: ConvertedModel): Promise<boolean> {
  if (dtype !== 'int8') return false
  const { folder, files } = weights.int8
  const found = await Promise.all(
    files.map(async ({ path }) => await stat(join(folder, path)).catch(ifRefused(undefined))),
  )
  return files.every(({ sizeBytes }, index) => found[index]?.size === sizeBytes)
}

/** The manifest of a conversion that this version made of these weights. */
export async function currentManifest({ folder, weights }: ConvertedModel): Promise<ModelManifest | undefined> {
  const manifest = await readManifest(folder)
  if (manifest?.recipe !== recipe || manifest.weightsSha256 !== weights.weightsSha256) return undefined
  return manifest
}

const lockTimeoutMs = 300_000

/** Converts the model unless a good conversion is there, judged by every byte. Returns whether it converted. */
export async function repairConverted(model: ConvertedModel): Promise<boolean> {
  const { folder } = model
  try {
    return await withLock(`${folder}.lock`, () => repairLocked(model), { timeoutMs: lockTimeoutMs })
  } catch (cause) {
    const reason = reasonOf(cause)
    if (reason === undefined) throw cause
    // A copy on a disk that may only be read has other times, and may be good all the same.
    if (await isGood(model)) return false
    throw embeddingsError('EMBEDDINGS_CACHE_NOT_WRITABLE', { folder, reason }, { cause })
  }
}

async function repairLocked(model: ConvertedModel): Promise<boolean> {
  // Another process may have converted while this one waited.
  if (await isGood(model)) {
    await refreshTimes(model)
    return false
  }
  await convertLocked(model)
  return true
}

async function isGood(model: ConvertedModel): Promise<boolean> {
  const manifest = await currentManifest(model)
  return manifest !== undefined && (await contentProblems(model.folder, manifest.files)).length === 0
}

async function convertLocked({ weights, folder, dtype, onProgress }: ConvertedModel): Promise<void> {
  await removeLeftovers(folder)
  const temporary = `${folder}.tmp-${randomUUID()}`
  await makeFolder(temporary)
  try {
    const onBytes = (done: number, total: number) =>
      onProgress?.({ stage: 'convert', done, total, subject: weights.name })
    // Seldom needed, with all that it needs itself: a start with a good conversion doesn't load it.
    const { convertWeights } = await import('./convert-weights.ts')
    const files = await convertWeights(weights, { folder: temporary, dtype, onBytes })
    const manifest: ModelManifest = { recipe, weightsSha256: weights.weightsSha256, files }
    await writeFileAtomically(join(temporary, manifestName), JSON.stringify(manifest, undefined, 2))
    await removeFolder(folder)
    await move(temporary, folder)
  } catch (error) {
    await removeFolder(temporary)
    throw error
  }
}

/** Removes what a killed conversion left; nobody else works there while the lock is held. */
async function removeLeftovers(folder: string): Promise<void> {
  const parent = dirname(folder)
  const names = await readdir(parent).catch(ifRefused([]))
  const leftovers = names.filter((name) => name.startsWith(`${basename(folder)}.tmp-`))
  for (const name of leftovers) await removeFolder(join(parent, name))
}

/** A copied cache has other times: without this every start would hash every byte. */
async function refreshTimes(model: ConvertedModel): Promise<void> {
  const { folder } = model
  const manifest = await currentManifest(model)
  if (manifest === undefined || (await quickProblems(folder, manifest)).length === 0) return
  const files = await Promise.all(
    manifest.files.map(async (file) => ({ ...file, mtimeMs: (await stat(join(folder, file.path))).mtimeMs })),
  )
  await writeFileAtomically(join(folder, manifestName), JSON.stringify({ ...manifest, files }, undefined, 2))
}

/** Why a file could not be written; undefined if something else went wrong. */
function reasonOf(error: unknown): string | undefined {
  // Its message is a sentence of its own, which can't stand within another one.
  if (CodedError.is(error, 'PLATFORM_FILE_UNWRITABLE')) return String(error.details['reason'])
  return error instanceof Error && 'syscall' in error ? systemErrorReason(error) : undefined
}
