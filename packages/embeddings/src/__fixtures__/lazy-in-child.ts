// Run as its own process by the tests: prints which heavy modules are loaded before and after the first text.
import { registerHooks } from 'node:module'

const loaded: string[] = []
registerHooks({
  load: (url, context, next) => {
    if (/transformers\.node|onnxruntime/.test(url)) loaded.push(url)
    return next(url, context)
  },
})
const { openEmbedder } = await import('../index.ts')
const embedder = openEmbedder({ cacheDir: process.argv[2] ?? '' })
await embedder.embed([])
const before = [...loaded]
await embedder.embed(Array.from({ length: 40 }, (_, index) => `text ${index}`))
await embedder[Symbol.asyncDispose]()
process.stdout.write(JSON.stringify({ modelId: embedder.modelId, before, after: loaded }))
