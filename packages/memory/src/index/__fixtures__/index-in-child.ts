import type { Embedder } from '@datacortex/embeddings'
import { ownPaths, spacePaths } from '@datacortex/platform'
import { createHashEmbedder } from '@datacortex/testkit'
import { updateNoteIndex } from '../update-note-index.ts'

// Updates the index of a space and prints what it does; after some parts it is `stalled` until it is killed.
const [root = '', mostParts = '1000'] = process.argv.slice(2)
let parts = 0
const inner = createHashEmbedder()
const embedder: Embedder = {
  modelId: inner.modelId,
  dimensions: inner.dimensions,
  embed: async (texts, options) => {
    parts += 1
    process.stdout.write(parts > Number(mostParts) ? 'stalled\n' : 'embed\n')
    if (parts > Number(mostParts)) await new Promise<never>(() => setInterval(() => {}, 2 ** 30))
    return await inner.embed(texts, options)
  },
  [Symbol.asyncDispose]: () => Promise.resolve(),
}
const { added, embedded } = await updateNoteIndex(ownPaths(spacePaths(root)), {
  embedder,
  onProgress: ({ stage, done }) => process.stdout.write(`${stage} ${done}\n`),
})
process.stdout.write(`${JSON.stringify({ added, embedded })}\n`)
