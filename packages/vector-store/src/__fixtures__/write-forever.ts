import { openCollection } from '../index.ts'

// Writes rows until it is stopped, and prints each id after the write was acknowledged.
const [directory = '', writer = '', most = '0'] = process.argv.slice(2)
const fields = { agent: 'string', size: 'number', live: 'boolean', tags: 'strings', note: 'payload' } as const
await using agents = await openCollection({ directory, name: 'agents', fields, modelId: 'm1', dimensions: 4 })
for (let index = 0; index < Number(most); index += 1) {
  const id = `${writer}-${index}`
  await agents.upsert([
    { id, text: `walrus ${id}`, hash: id, vector: Float32Array.of(1, 0, 0, 0), fields: { agent: writer } },
  ])
  process.stdout.write(`${id}\n`)
}
if (agents.rebuilt !== undefined) process.exitCode = 3
