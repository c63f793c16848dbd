import { type ConvertedModel, ensureConverted, repairConverted } from './converted-model.ts'
import type { EmbedderOptions } from './embedder.ts'
import { embeddingsError } from './errors.ts'
import type { LoadedModel } from './loaded-model.ts'
import { usualUse } from './model-use.ts'
import type { LibraryType, ResolvedModel } from './resolve-model.ts'
import { loadRuntime } from './runtime.ts'

type LoadOptions = Pick<EmbedderOptions, 'onProgress' | 'onNote'>

/** Loads a model; the packaged one is converted first if needed, and once more if it turns out to be damaged. */
export async function loadModel(model: ResolvedModel, options: LoadOptions = {}): Promise<LoadedModel> {
  const { missing } = await loadRuntime()
  if (missing !== undefined)
    options.onNote?.(`no binary of ONNX Runtime runs here (${missing}); its WebAssembly embeds, which takes longer`)
  if (model.kind === 'packaged') return await loadPackaged({ ...model, ...options })
  const failed = model.kind === 'hub' ? absent(model.id) : brokenAt(model.modelId, model.folder)
  return await loadPipeline(model).catch(failed)
}

async function loadPackaged(model: ConvertedModel & { readonly modelId: string }): Promise<LoadedModel> {
  const folder = await ensureConverted(model)
  try {
    return await loadConverted(model, folder)
  } catch (cause) {
    if (!(await repairConverted(model))) return brokenAt(model.modelId, folder)(cause)
    return await loadConverted(model, model.folder).catch(brokenAt(model.modelId, model.folder))
  }
}

async function loadConverted({ dtype, weights }: ConvertedModel, folder: string): Promise<LoadedModel> {
  if (dtype === 'int8') {
    const { loadInt8Model } = await import('./int8-model.ts')
    return await loadInt8Model(folder, weights)
  }
  return await loadPipeline({ folder, dtype, use: usualUse })
}

type PipelineFiles = Pick<ResolvedModel, 'folder' | 'use'> & { readonly dtype: LibraryType }

/** The library is large, and the int8 model does without it. */
async function loadPipeline({ folder, dtype, use }: PipelineFiles): Promise<LoadedModel> {
  const { loadFromFolder, pipelineModel } = await import('./pipeline-model.ts')
  return pipelineModel(await loadFromFolder('feature-extraction', folder, dtype), use)
}

function absent(model: string): (cause: unknown) => never {
  const details = { model, reason: 'it is not on this machine', hint: `datacortex model pull ${model}` }
  return (cause) => {
    throw embeddingsError('EMBEDDINGS_MODEL_NOT_FOUND', details, { cause })
  }
}

/** Throws that what lies in a folder can't be loaded. */
export function brokenAt(model: string, folder: string): (cause: unknown) => never {
  return (cause) => {
    const reason = `loading ${folder} failed (${cause instanceof Error ? cause.message : String(cause)})`
    const hint = 'Check that the folder holds an ONNX text encoder or cross-encoder, or set the model to `default`.'
    throw embeddingsError('EMBEDDINGS_MODEL_BROKEN', { model, reason, hint }, { cause })
  }
}
