export type { Embedder } from './embedder.ts'
export { openEmbedder } from './open-embedder.ts'
export { repairModel, verifyModel } from './verify-model.ts'
export { embeddingsError } from './errors.ts'
