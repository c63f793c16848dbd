import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, isAbsolute, join, resolve } from 'node:path'
import { sha256 } from '@datacortex/platform'
import { convertedFolder } from './converted-model.ts'
import { embeddingsError } from './errors.ts'
import { hashModelFolder } from './hash-model-folder.ts'
import { knownModels } from './known-models.ts'
import { modelFileNames } from './model-file-names.ts'
import type { ModelSettings, ModelType } from './model-settings.ts'
import { readPins } from './model-pins.ts'
import type { ModelUse } from './model-use.ts'
import { modelUse, usualUse } from './model-use.ts'
import { packagedMiniLm, releasedId } from './packaged-weights.ts'
import type { PackagedWeights } from './packaged-weights.ts'

/** A model whose identity is known and of which nothing is loaded. */
export type ResolvedModel = {
  readonly modelId: string
  readonly dimensions: number
  readonly use: ModelUse
} & (PackagedModel | OtherModel)

type PackagedModel = {
  readonly kind: 'packaged'
  readonly dtype: ModelType
  readonly folder: string
  readonly weights: PackagedWeights
}

type OtherModel = { readonly dtype: LibraryType } & (
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'hub'; readonly folder: string; readonly id: string }
)

/** Of a model that the library loads. */
export type LibraryType = Exclude<ModelType, 'int8'>

/** Finds out what a setting means, without loading a model. What is in a local folder is hashed for its identity. */
export function resolveModel(cacheDir: string, settings: ModelSettings = {}): ResolvedModel {
  const { model = 'default' } = settings
  if (model === 'default') return packagedModel(cacheDir, settings.dtype ?? 'int8')
  const { dtype = 'fp32' } = settings
  if (dtype === 'int8') {
    const hint = 'Set `dtype` to `fp32` or `q8`, or leave it out.'
    throw embeddingsError('EMBEDDINGS_MODEL_NOT_FOUND', {
      model,
      reason: 'only the packaged model comes as int8',
      hint,
    })
  }
  if (isAbsolute(model) || /^\.{1,2}[/\\]/.test(model)) return resolveFolder(resolve(model), dtype)
  if (!isHubId(model)) {
    const hint = 'Use `default`, a path that begins with / or ./, or a hub id such as Xenova/all-MiniLM-L6-v2.'
    throw embeddingsError('EMBEDDINGS_MODEL_NOT_FOUND', { model, reason: 'this is neither a path nor a hub id', hint })
  }
  const folder = hubFolder(cacheDir, model)
  const dimensions = hiddenSize(join(folder, 'config.json')) ?? 384
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

/**
 * The setting that has an identity, if the model can be had without the network. That of a folder can't be told: its
 * identity doesn't say where it is.
 */
export function settingOfModel(cacheDir: string, modelId: string): ModelSettings | undefined {
  const [, name = '', revision, dtype] = /^(.+)@([^@/]+)\/(int8|fp32|q8)$/.exec(modelId) ?? []
  if (dtype !== 'int8' && dtype !== 'fp32' && dtype !== 'q8') return undefined
  if (packagedModel(cacheDir, dtype).modelId === modelId) return { dtype }
  if (dtype === 'int8' || revision === undefined || !isHubId(name)) return undefined
  const isDownloaded = existsSync(join(hubFolder(cacheDir, name), modelFileNames[dtype]))
  const setting: ModelSettings = { model: name, dtype }
  return isDownloaded && resolveModel(cacheDir, setting).modelId === modelId ? setting : undefined
}

/** Where what is downloaded of a model lies, as the library has it too. */
export function hubFolder(cacheDir: string, id: string): string {
  return join(cacheDir, 'models', 'hub', id)
}

export function isHubId(model: string): boolean {
  return /^[\w.-]+(\/[\w.-]+)?$/.test(model) && !model.includes('..')
}

function resolveFolder(folder: string, dtype: LibraryType): ResolvedModel {
  const needed = ['config.json', 'tokenizer.json', 'tokenizer_config.json', modelFileNames[dtype]]
  const missing = needed.filter((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() !== true)
  if (missing.length > 0) {
    const hint = 'Give a folder with config.json, tokenizer.json, tokenizer_config.json and onnx/model.onnx.'
    throw embeddingsError('EMBEDDINGS_MODEL_NOT_FOUND', {
      model: folder,
      reason: `${missing.join(', ')} not found there`,
      hint,
    })
  }
  const dimensions = hiddenSize(join(folder, 'config.json'))
  if (dimensions === undefined) {
    const reason = 'config.json has no hidden_size'
    throw embeddingsError('EMBEDDINGS_MODEL_BROKEN', {
      model: folder,
      reason,
      hint: 'Give a folder with a text encoder.',
    })
  }
  const modelId = `${basename(folder)}@${hashModelFolder(folder, dtype).slice(0, 12)}/${dtype}`
  return { kind: 'folder', modelId, dimensions, dtype, folder, use: modelUse(folder) }
}

function hiddenSize(file: string): number | undefined {
  try {
    const config: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const value = typeof config === 'object' && config !== null && 'hidden_size' in config ? config.hidden_size : 0
    return typeof value === 'number' && value > 0 ? value : undefined
  } catch {
    return undefined
  }
}
