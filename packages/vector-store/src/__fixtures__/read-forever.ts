import { openCollection } from '../index.ts'

// Searches until stdin ends; any failure and any row that vanishes ends it with an error.
const [directory = ''] = process.argv.slice(2)
const fields = { agent: 'string', size: 'number', live: 'boolean', tags: 'strings', note: 'payload' } as const
await using agents = await openCollection({ directory, name: 'agents', fields, modelId: 'm1', dimensions: 4 })
const state = { stopped: false }
process.stdin.on('end', () => (state.stopped = true)).resume()
let searches = 0
let most = 0
while (!state.stopped) {
  const [text, near, count] = await Promise.all([
    agents.searchText('walrus', { limit: 10_000 }),
    agents.searchVector(Float32Array.of(1, 0, 0, 0), { limit: 10_000 }),
    agents.count(),
  ])
  if (text.length < most || near.length < most || count < most)
    throw new Error(`${most} rows became ${text.length}, ${near.length}, ${count}.`)
  most = Math.min(text.length, near.length, count)
  searches += 1
}
if (agents.rebuilt !== undefined) throw new Error(`Rebuilt: ${agents.rebuilt.detail}`)
process.stdout.write(`${searches} searches, ${most} rows\n`)
