// A process of its own, as a command is one: loads the tokenizer, then the contexts of spaces one after the other.
// Arguments: folders of spaces; the agent is "reader". Prints milliseconds as JSON.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadContext } from '@datacortex/execution'
import { loadTokenizer } from '@datacortex/memory'
import { readSettings, spacePaths } from '@datacortex/platform'
import { readRegistry } from '@datacortex/registry'

const timed = async (run) => {
  const startedAt = performance.now()
  const value = await run()
  return { ms: performance.now() - startedAt, value }
}

const tokenizer = await timed(loadTokenizer)
tokenizer.value.count('Once, so that its tables are built.')
const runs = []
for (const folder of process.argv.slice(2)) {
  const paths = spacePaths(folder)
  const [registry, settings] = [await readRegistry(paths), await readSettings(paths)]
  const options = {
    registry,
    settings,
    agent: 'reader',
    task: 'Sum up what you have read.',
    tokenizer: tokenizer.value,
  }
  const files = registry.agents.get('reader').entry.reads.required
  const read = () => Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  await read()
  const reading = await timed(read)
  const first = await timed(() => loadContext(paths, options))
  const again = await timed(() => loadContext(paths, options))
  const { tokens, parts, left_out: leftOut } = first.value
  const required = parts.filter(({ kind }) => kind === 'required').length
  runs.push({ readMs: reading.ms, firstMs: first.ms, againMs: again.ms, tokens, required, leftOut: leftOut.length })
}
process.stdout.write(JSON.stringify({ tokenizerMs: tokenizer.ms, runs }))
