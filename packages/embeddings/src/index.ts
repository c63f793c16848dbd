export type { Embedder } from './embedder.ts'
export { EmbedderClosedError } from './errors.ts'
export { openEmbedder } from './open-embedder.ts'
export { repairModel, verifyModel } from './verify-model.ts'
