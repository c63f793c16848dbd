import type { FeatureExtractionPipeline } from '@xenova/transformers'
import { createGuardedFetch } from '@datacortex/platform'
import { embeddingsError } from './errors.ts'
import type { LibraryType, ResolvedModel } from './resolve-model.ts'
import { switchOffReports } from './runtime.ts'

// Models are large, and the hub answers at once or not at all.
const hubLimits = { firstByteMs: 10_000, totalMs: 24 * 3_600_000, wireBytes: 20e9, bodyBytes: 20e9 }

/** Loads a model from a folder in transformers.js layout. */
export async function loadFromFolder(folder: string, dtype: LibraryType): Promise<FeatureExtractionPipeline> {
  return await load(folder, { dtype })
}

async function load(
  pathOrId: string,
  { dtype, hub }: { readonly dtype: LibraryType; readonly hub?: HubAccess | undefined },
): Promise<FeatureExtractionPipeline> {
  switchOffReports()
  const { env, pipeline } = await import('@xenova/transformers')
  env.allowRemoteModels = hub?.allowDownload ?? false
  // Failures come back as errors; warnings on the terminal are not ours to print.
  env.logLevel = 100
  const fetchModel = createGuardedFetch({ allowHttp: false, limits: hubLimits })
  env.fetch = (input, init) => fetchModel(String(input), init)
  return pipeline('feature-extraction', pathOrId, {
    dtype,
    device: 'cpu',
    local_files_only: !(hub?.allowDownload ?? false),
    ...(hub === undefined ? {} : { cache_dir: hub.cacheDir }),
    // One thread needs half the CPU time of the default at equal wall time for short texts.
    session_options: { intraOpNumThreads: 1, interOpNumThreads: 1 },
  })
}

type HubAccess = { readonly cacheDir: string; readonly allowDownload: boolean }

/** Loads a model by its id, and downloads it first if that is allowed. */
export async function loadFromHub(model: ResolvedModel & { kind: 'hub' }): Promise<FeatureExtractionPipeline> {
  const { id, folder, allowDownload } = model
  try {
    return await load(id, { dtype: model.dtype, hub: { cacheDir: folder, allowDownload } })
  } catch (cause) {
    const reason = allowDownload
      ? `the hub did not give it (${messageOf(cause)})`
      : 'it is not in the cache and downloading is not allowed'
    const hint = allowDownload
      ? 'Check the id and the connection, or set the model to `default`, which needs no network.'
      : 'Allow the download in the settings, give the path of a local folder, or set the model to `default`.'
    throw embeddingsError('EMBEDDINGS_MODEL_NOT_FOUND', { model: id, reason, hint }, { cause })
  }
}

function messageOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  // `fetch failed` alone says nothing; the reason is one level below.
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message
}
