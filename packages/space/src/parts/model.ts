import type { Embedder } from '@datacortex/embeddings'
import { type OnProgress, type Settings, userPaths } from '@datacortex/platform'

/** Opens the model that a space's settings name. Nothing is loaded before its first text. */
export async function openModel(
  settings: Settings['embeddings'],
  onProgress: OnProgress,
  onNote?: (note: string) => void,
): Promise<Embedder> {
  const { openEmbedder } = await import('@datacortex/embeddings')
  const { threads, ...model } = settings
  return openEmbedder({
    cacheDir: userPaths().cache,
    model,
    threads,
    onProgress,
    onNote,
  })
}
