// Run as its own process by the tests: converts the packaged model, as fp32, into the folder given as argument. A second argument
// says what is other than packaged.
import { openEmbedder } from '../index.ts'
import { packagedMiniLm } from '../packaged-weights.ts'

Object.assign(packagedMiniLm, JSON.parse(process.argv[3] ?? '{}'))
await using embedder = openEmbedder({
  cacheDir: process.argv[2] ?? '',
  model: { dtype: 'fp32' },
  onProgress: () => process.stdout.write('.'),
})
const [vector] = await embedder.embed(['one text'])
process.stdout.write(`\nvector ${vector?.length}\n`)
