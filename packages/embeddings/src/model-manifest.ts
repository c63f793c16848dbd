import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isRecord, jsonOf, systemErrorCode, ifRefused } from '@datacortex/platform'

export type ModelFile = {
  /** Relative to the model's folder, with `/`. */
  readonly path: string
  readonly sizeBytes: number
  readonly mtimeMs: number
  readonly sha256: string
}

export type ModelManifest = {
  /** Number of the conversion recipe; another number means that the model is converted anew. */
  readonly recipe: number
  readonly weightsSha256: string
  readonly files: readonly ModelFile[]
}

export const manifestName = 'manifest.json'

/** The manifest in a folder, or undefined if there is none that can be read: the model is then converted anew. */
export async function readManifest(folder: string): Promise<ModelManifest | undefined> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(ifRefused(undefined))
  const data = jsonOf(text ?? '')
  return isManifest(data) ? data : undefined
}

/** Problems that sizes and times show; takes less than a millisecond. */
export async function quickProblems(folder: string, manifest: ModelManifest): Promise<readonly string[]> {
  const problems = await Promise.all(
    manifest.files.map(async (file) => {
      const found = await stat(join(folder, file.path)).catch(ifRefused(undefined))
      if (found === undefined) return `${file.path} is missing`
      if (found.size !== file.sizeBytes) return `${file.path} has ${found.size} bytes instead of ${file.sizeBytes}`
      return found.mtimeMs === file.mtimeMs ? undefined : `${file.path} was changed`
    }),
  )
  return problems.filter((problem) => problem !== undefined)
}

/** Problems that the whole content shows; reads every byte. */
export async function contentProblems(folder: string, files: readonly Pick<ModelFile, 'path' | 'sha256'>[]) {
  const problems: string[] = []
  for (const file of files) {
    const actual = await hashFile(join(folder, file.path)).catch(() => undefined)
    if (actual === undefined) problems.push(`${file.path} is missing or can't be read`)
    else if (actual !== file.sha256) problems.push(`${file.path} has SHA-256 ${actual} instead of ${file.sha256}`)
  }
  return problems
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}

function isManifest(data: unknown): data is ModelManifest {
  if (!isRecord(data) || typeof data['recipe'] !== 'number' || typeof data['weightsSha256'] !== 'string') return false
  const files: unknown = data['files']
  return Array.isArray(files) && files.length > 0 && files.every(isModelFile)
}

function isModelFile(data: unknown): data is ModelFile {
  if (!isRecord(data) || typeof data['path'] !== 'string' || typeof data['sha256'] !== 'string') return false
  return typeof data['sizeBytes'] === 'number' && typeof data['mtimeMs'] === 'number'
}

/** What came with the first download of a model, by path, and whether nothing is missing: later ones bring the same. */
export type ModelPins = {
  readonly files: Readonly<Record<string, { readonly sizeBytes: number; readonly sha256: string }>>
  readonly isComplete: boolean
}

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
