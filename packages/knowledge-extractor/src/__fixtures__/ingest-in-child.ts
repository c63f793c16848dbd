import { appendFileSync } from 'node:fs'
import { createWritesBroker, ownPaths, spacePaths } from '@datacortex/platform'
import { ingest } from '../ingest/ingest.ts'
import { filePool } from './file-reader.ts'

// Ingests the folder `inbox` of a space and tells each input on a line when it is done. After `most` extractions no
// further one ends.
const [, , root = '', most = 'Infinity'] = process.argv
let begun = 0
const subAgents = filePool({
  onExtract: async ({ name }) => {
    appendFileSync(`${root}/extracted.txt`, `${name}\n`)
    begun += 1
    if (begun > Number(most)) await new Promise(() => setInterval(() => {}, 2 ** 30))
  },
})
const report = await ingest(
  [`${root}/inbox`],
  {
    paths: ownPaths(spacePaths(root)),
    space: '0-personal',
    subAgents,
    writes: createWritesBroker({ root, grants: ['0-personal/**'] }),
  },
  {
    signal: new AbortController().signal,
    concurrency: 2,
    onProgress: ({ subject }) => process.stdout.write(`${subject}\n`),
  },
)
process.stdout.write(`${JSON.stringify(report.counts)}\n`)
