import { join } from 'node:path'
import { type OnProgress, makeFolder, withLock, writeFileAtomically } from '@datacortex/platform'
import { downloadFile, hubEndpoint } from './download-file.ts'
import { embeddingsError } from './errors.ts'
import { knownModels } from './known-models.ts'
import { modelFileNames } from './model-settings.ts'
import { contentProblems, pinsName, readPins } from './model-manifest.ts'
import { modelUse, useFiles } from './model-use.ts'
import { hubFolder, isHubId } from './resolve-model.ts'

/** Where a model goes, who says yes to it, and what is called for each file, in bytes (stage `download`). */
export type PullOptions = {
  readonly cacheDir: string
  readonly agree: (plan: PulledModel) => Promise<boolean>
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: OnProgress | undefined
}

/** A model, where it comes from and goes, whether it is there, and what had to be downloaded for that. */
export type PulledModel = {
  readonly model: string
  readonly from: string
  readonly folder: string
  readonly here: boolean
  readonly downloaded_bytes?: number | undefined
}

/**
 * Downloads a model of the hub into the user's folder, goes on where that broke off, and pins each file by its SHA-256.
 * @throws `EMBEDDINGS_MODEL_NOT_FOUND`, `EMBEDDINGS_MODEL_BROKEN` if it can't be used here, `EMBEDDINGS_DOWNLOAD_FAILED`;
 * `EMBEDDINGS_DOWNLOAD_CHANGED` if other bytes come than the first time; `FETCH_…`.
 * @example await pullModel('someone/some-model', { cacheDir: userPaths().cache, agree: async () => true })
 */
export async function pullModel(model: string, options: PullOptions): Promise<PulledModel> {
  const { cacheDir, agree, signal } = options
  if (model === 'default' || !isHubId(model)) notFound(model, 'this is no id of the hub')
  const folder = hubFolder(cacheDir, model)
  const plan = { model, from: hubEndpoint(), folder, here: readPins(folder).isComplete }
  if (!(await agree(plan))) return plan
  await makeFolder(folder)
  const pull = async (): Promise<number> => await pullLocked(model, { ...options, folder })
  return { ...plan, here: true, downloaded_bytes: await withLock(join(folder, '.lock'), pull, { signal }) }
}

async function pullLocked(model: string, { folder, signal, onProgress }: PullOptions & { readonly folder: string }) {
  let { files, isComplete } = readPins(folder)
  let bytes = 0
  const keep = async (): Promise<void> =>
    await writeFileAtomically(join(folder, pinsName), JSON.stringify({ files, isComplete }, undefined, 2))
  const pull = async (path: string, isNeeded: boolean): Promise<boolean> => {
    const pinned = files[path]?.sha256
    if (pinned === undefined && isComplete && !isNeeded) return false
    const problems = pinned === undefined ? [] : await contentProblems(folder, [{ path, sha256: pinned }])
    if (pinned !== undefined && problems.length === 0) return true
    const onBytes = (done: number, total: number | undefined): void =>
      onProgress?.({ stage: 'download', done, total, subject: path })
    const [of, file] = [`${model}/resolve/main/${path}`, join(folder, path)]
    const found = await downloadFile({ path: of, file, pinned, signal, onBytes })
    if (found === undefined && (isNeeded || pinned !== undefined)) notFound(model, `the hub has no ${path} of it`)
    if (found === undefined) return false
    bytes += found.sizeBytes
    files = { ...files, [path]: found }
    await keep()
    return true
  }
  for (const path of ['config.json', 'tokenizer.json', 'tokenizer_config.json']) await pull(path, true)
  for (const path of useFiles) await pull(path, false)
  // Whether it can be used is known before its weights are there.
  modelUse(folder, knownModels.find(({ name }) => name === model)?.use)
  await pull(modelFileNames.fp32, true)
  // Large models keep their weights in further files.
  const data = `${modelFileNames.fp32}_data`
  for (let path = data, part = 1; await pull(path, false); part += 1) path = `${data}_${part}`
  isComplete = true
  await keep()
  return bytes
}

function notFound(model: string, reason: string): never {
  const hint = 'Give the id of one with weights as ONNX.'
  throw embeddingsError('EMBEDDINGS_MODEL_NOT_FOUND', { model, reason, hint })
}
