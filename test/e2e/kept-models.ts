// Takes the place of the library of the model in the process of `command-server.ts`: to read a model again for each
// command takes more time than most of them take otherwise.
import type { FeatureExtractionPipeline } from '@xenova/transformers'
import { pipeline as open } from '@xenova/transformers'

export { env, mean_pooling } from '@xenova/transformers'

const kept = new Map<string, Promise<FeatureExtractionPipeline>>()

/** Opens a model once, and keeps it for the commands that follow. */
export async function pipeline(...args: Parameters<typeof open<'feature-extraction'>>): Promise<unknown> {
  const name = JSON.stringify(args)
  const opening = kept.get(name) ?? opened(args)
  kept.set(name, opening)
  // What failed may succeed the next time.
  opening.catch(() => kept.delete(name))
  return await opening
}

async function opened(args: Parameters<typeof open<'feature-extraction'>>): Promise<FeatureExtractionPipeline> {
  const model = await open(...args)
  return Object.assign(model, { dispose: async () => await Promise.resolve([]) })
}
