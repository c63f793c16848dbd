export type { Embedder, EmbedOptions } from './embedder.ts'
export {
  CacheNotWritableError,
  EmbedderClosedError,
  ModelBrokenError,
  ModelNotFoundError,
  WeightsBrokenError,
} from './errors.ts'
export type { ModelSettings } from './model-settings.ts'
export { openEmbedder } from './open-embedder.ts'
export type { EmbedderOptions } from './open-embedder.ts'
export { repairModel, verifyModel } from './verify-model.ts'
export type { ModelCheck } from './verify-model.ts'
