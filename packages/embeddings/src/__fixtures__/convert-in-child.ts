// Run as its own process by the tests: converts the packaged model into the folder given as argument.
import { openEmbedder } from '../index.ts'

await using embedder = openEmbedder({ cacheDir: process.argv[2] ?? '', onProgress: () => process.stdout.write('.') })
const [vector] = await embedder.embed(['one text'])
process.stdout.write(`\nvector ${vector?.length}\n`)
