import { existsSync, readFileSync, statSync, closeSync, openSync, readSync } from 'node:fs'
import { basename, isAbsolute, join, resolve } from 'node:path'
import { createHash } from 'node:crypto'
import { attempt, ifCoded } from '@datacortex/errors'
import { isRecord, jsonOf, sha256 } from '@datacortex/platform'
import { type ConvertedModel, convertedFolder } from './converted-model.ts'
import { embeddingsError } from './errors.ts'
import { type ModelKind, knownModels } from './known-models.ts'
import { modelFileNames, type ModelSettings, type ModelType } from './model-settings.ts'
import { readPins } from './model-manifest.ts'
import { type ModelUse, modelUse, usualUse, useFiles } from './model-use.ts'
import { packagedMiniLm, releasedId } from './packaged-weights.ts'

/** A model whose identity is known and of which nothing is loaded. */
export type ResolvedModel = {
  readonly modelId: string
  readonly dimensions: number
  readonly use: ModelUse
} & (PackagedModel | OtherModel)

type PackagedModel = Omit<ConvertedModel, 'onProgress'> & { readonly kind: 'packaged' }

type OtherModel = { readonly dtype: LibraryType } & (
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'hub'; readonly folder: string; readonly id: string }
)

export type LibraryType = Exclude<ModelType, 'int8'>

/** Finds out what a setting means, without loading a model. What is in a local folder is hashed for its identity. */
export function resolveModel(cacheDir: string, settings: ModelSettings = {}): ResolvedModel {
  const { model = 'default' } = settings
  if (model === 'default') return packagedModel(cacheDir, settings.dtype ?? 'int8')
  const { dtype = 'fp32' } = settings
  if (dtype === 'int8') {
    throw embeddingsError('EMBEDDINGS_MODEL_NOT_FOUND', {
      model,
      reason: 'only the packaged model comes as int8',
      hint: 'Set `dtype` to `fp32` or `q8`, or leave it out.',
    })
  }
  if (isPath(model)) return resolveFolder(resolve(model), dtype)
  if (!isHubId(model)) {
    const hint = 'Use `default`, a path that begins with / or ./, or a hub id such as Xenova/all-MiniLM-L6-v2.'
    throw embeddingsError('EMBEDDINGS_MODEL_NOT_FOUND', { model, reason: 'this is neither a path nor a hub id', hint })
  }
  const folder = hubFolder(cacheDir, model)
  const dimensions = hiddenSize(folder) ?? 384
  const { files, isComplete } = readPins(folder)
  if (isComplete && modelFileNames[dtype] in files) {
    const use = modelUse(folder, knownModels.find(({ name }) => name === model)?.use)
    // Vectors of one model that is used in two ways can't be compared.
    const modelId = `${model}@${sha256(JSON.stringify([files, use])).slice(0, 12)}/${dtype}`
    return { kind: 'folder', modelId, dimensions, dtype, folder, use }
  }
  return { kind: 'hub', modelId: `${model}@main/${dtype}`, dimensions, dtype, folder, id: model, use: usualUse }
}

function packagedModel(cacheDir: string, dtype: ModelType): ResolvedModel {
  const weights = packagedMiniLm
  const id = dtype === 'int8' ? releasedId(weights) : weights.weightsSha256.slice(0, 12)
  const modelId = `${weights.name}@${id}/${dtype}`
  const folder = convertedFolder(cacheDir, { weights, dtype })
  return { kind: 'packaged', modelId, dimensions: weights.dimensions, dtype, folder, weights, use: usualUse }
}

export function modelKind(cacheDir: string, model: string): ModelKind {
  const { architectures } = configOf(isPath(model) ? resolve(model) : hubFolder(cacheDir, model))
  if (!Array.isArray(architectures)) return knownModels.find(({ name }) => name === model)?.kind ?? 'embedder'
  return String(architectures[0]).endsWith('ForSequenceClassification') ? 'reranker' : 'embedder'
}

/** The setting that has an identity, if that model is on this machine; of folders only `former` is looked at. */
export function settingOfModel(cacheDir: string, modelId: string, former?: string): ModelSettings | undefined {
  const [, name = '', revision, dtype] = /^(.+)@([^@/]+)\/(int8|fp32|q8)$/.exec(modelId) ?? []
  if (dtype !== 'int8' && dtype !== 'fp32' && dtype !== 'q8') return undefined
  if (packagedModel(cacheDir, dtype).modelId === modelId) return { dtype }
  if (dtype === 'int8' || revision === undefined) return undefined
  const model = former !== undefined && isPath(former) && basename(former) === name ? former : name
  if (!isPath(model) && !isHubId(model)) return undefined
  const isHere = existsSync(join(isPath(model) ? model : hubFolder(cacheDir, model), modelFileNames[dtype]))
  // What is in a folder may have gone since it was used.
  const found = isHere ? attempt(() => resolveModel(cacheDir, { model, dtype }), ifCoded(undefined)) : undefined
  return found?.modelId === modelId ? { model, dtype } : undefined
}

function isPath(model: string): boolean {
  return isAbsolute(model) || /^\.{1,2}[/\\]/.test(model)
}

/** Where what is downloaded of a model lies, as the library has it too. */
export function hubFolder(cacheDir: string, id: string): string {
  return join(cacheDir, 'models', 'hub', id)
}

export function isHubId(model: string): boolean {
  return /^[\w.-]+(\/[\w.-]+)?$/.test(model) && !model.includes('..')
}

function resolveFolder(folder: string, dtype: LibraryType): ResolvedModel {
  const needed = [...besideWeights, modelFileNames[dtype]]
  const missing = needed.filter((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() !== true)
  if (missing.length > 0) {
    const hint = 'Give a folder with config.json, tokenizer.json, tokenizer_config.json and onnx/model.onnx.'
    const reason = `${missing.join(', ')} not found there`
    throw embeddingsError('EMBEDDINGS_MODEL_NOT_FOUND', { model: folder, reason, hint })
  }
  const dimensions = hiddenSize(folder)
  if (dimensions === undefined) {
    const hint = 'Give a folder with a text encoder.'
    throw embeddingsError('EMBEDDINGS_MODEL_BROKEN', { model: folder, reason: 'config.json has no hidden_size', hint })
  }
  const modelId = `${basename(folder)}@${hashModelFolder(folder, dtype).slice(0, 12)}/${dtype}`
  return { kind: 'folder', modelId, dimensions, dtype, folder, use: modelUse(folder) }
}

function hiddenSize(folder: string): number | undefined {
  const { hidden_size: value } = configOf(folder)
  return typeof value === 'number' && value > 0 ? value : undefined
}

function configOf(folder: string): Readonly<Record<string, unknown>> {
  try {
    const config = jsonOf(readFileSync(join(folder, 'config.json'), 'utf8'))
    return isRecord(config) ? config : {}
  } catch {
    // What can't be read is reported by the one who loads the model.
    return {}
  }
}

/** Files beside the weights that decide about vectors: which tokens a text becomes, and what the weights are taken for. */
const besideWeights = ['config.json', 'tokenizer.json', 'tokenizer_config.json'] as const

/** SHA-256 of everything in a model's folder that its vectors depend on. */
function hashModelFolder(folder: string, dtype: LibraryType): string {
  const hash = createHash('sha256')
  const said = useFiles.filter((path) => existsSync(join(folder, path)))
  for (const path of [...besideWeights, ...said, ...weightFiles(folder, dtype)]) {
    const file = hashFile(join(folder, path))
    // Of files that are just put together nobody could say where one ends.
    hash.update(`${path}\0${file}\n`)
  }
  return hash.digest('hex')
}

/** Big models keep their weights in further files: `model.onnx_data`, `model.onnx_data_1` and so on. */
function weightFiles(folder: string, dtype: LibraryType): readonly string[] {
  const name = modelFileNames[dtype]
  const files: string[] = [name]
  for (let path = `${name}_data`; existsSync(join(folder, path)); path = `${name}_data_${files.length - 1}`)
    files.push(path)
  return files
}

// Weights can be larger than what Node reads at once.
const chunkBytes = 1_000_000

function hashFile(file: string): string {
  const hash = createHash('sha256')
  const chunk = Buffer.allocUnsafe(chunkBytes)
  const descriptor = openSync(file, 'r')
  try {
    for (let length = readSync(descriptor, chunk); length > 0; length = readSync(descriptor, chunk))
      hash.update(chunk.subarray(0, length))
  } finally {
    closeSync(descriptor)
  }
  return hash.digest('hex')
}
