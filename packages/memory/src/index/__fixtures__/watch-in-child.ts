import { ownPaths, spacePaths } from '@datacortex/platform'
import { createHashEmbedder } from '@datacortex/testkit'
import { watchNotes } from '../watch-notes.ts'

// Watches a space until stdin ends; prints `ready` and then each update.
const [root = ''] = process.argv.slice(2)
const stop = new AbortController()
process.stdin.on('end', () => stop.abort()).resume()
await using watcher = await watchNotes(ownPaths(spacePaths(root)), {
  embedder: createHashEmbedder(),
  signal: stop.signal,
  onUpdate: ({ added, changed, removed }) => process.stdout.write(`${JSON.stringify({ added, changed, removed })}\n`),
})
process.stdout.write('ready\n')
await watcher.ended
process.stdout.write('ended\n')
