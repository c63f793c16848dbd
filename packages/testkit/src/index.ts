export { createHashEmbedder } from './create-hash-embedder.ts'
