import { join } from 'node:path'
import { type Embedder, openEmbedder } from '@datacortex/embeddings'
import { ownPaths, spacePaths, userPaths } from '@datacortex/platform'
import { createHashEmbedder } from '@datacortex/testkit'
import { type Collection, openCollection } from '@datacortex/vector-store'
import { noteFields } from '../../rows/note-rows.ts'
import { MemoryJournal } from '../memory-journal.ts'
import { remember } from '../remember.ts'

// Remembers texts until it is done or killed, by itself at a given text; prints `load` when the model is loaded and `<id> <number>` after each
// text was acknowledged.
const [root = '', name = '', first = '0', last = '0', model = 'none', killedAt = ''] = process.argv.slice(2)
const paths = ownPaths(spacePaths(root))
// A closed pipe means that the test is over.
process.stdout.on('error', () => process.exit(0))
const embedder = counted(model === 'real' ? openEmbedder({ cacheDir: userPaths().cache }) : createHashEmbedder())
await using collection = model === 'none' ? undefined : await openNotes()
const journal = new MemoryJournal(paths)
for (let index = Number(first); index < Number(last); index += 1) {
  const record = { summary: `Walrus ${index} of ${name}.`, agent_id: name, tags: [name] }
  const { id } = await remember(paths, record, { embedder, collection, journal })
  process.stdout.write(`${id} ${index}\n`)
  if (killedAt === String(index)) process.kill(process.pid, 'SIGKILL')
}

async function openNotes(): Promise<Collection> {
  const { modelId, dimensions } = embedder
  const directory = join(paths.cacheDirectory, 'memory')
  return await openCollection({ directory, name: 'notes', fields: noteFields, modelId, dimensions })
}

/** Says each time that the wrapped embedder would have to load its model. */
function counted(inner: Embedder): Embedder {
  let loaded = false
  return {
    ...inner,
    modelId: inner.modelId,
    dimensions: inner.dimensions,
    embed: async (texts, options) => {
      if (!loaded && texts.length > 0) process.stdout.write('load\n')
      loaded = true
      return await inner.embed(texts, options)
    },
    [Symbol.asyncDispose]: async () => await inner[Symbol.asyncDispose](),
  }
}
