import { randomUUID } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { makeFolder, move, removeFolder, systemErrorReason, withLock, writeFileAtomically } from '@datacortex/platform'
import { convertWeights } from './convert-weights.ts'
import { type ConvertedModel, currentManifest, recipe } from './converted-model.ts'
import { embeddingsError } from './errors.ts'
import { type ModelManifest, contentProblems, manifestName, quickProblems } from './model-manifest.ts'

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
  const names = await readdir(parent).catch(() => [])
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
