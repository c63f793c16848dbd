import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'
import { bundleOf } from './bundle-of.ts'

const entry = '\0lance-entry'
const loader = '\0lance-loader'

/** Makes one file of the 220 that LanceDB and Arrow are, whose loading takes twice as long. */
export async function lanceInOne(store: string) {
  const require = createRequire(join(store, 'package.json'))
  const [{ code, moduleIds }] = await bundleOf(
    {
      input: { lance: entry },
      plugins: [
        {
          name: 'lance-entry',
          resolveId: (id) => (id === entry ? id : isOutside(id) ? { id, external: true } : undefined),
          load: (id) =>
            id === entry
              ? ['lancedb', 'arrow']
                  .map(
                    (part, at) => `exports.${part} = require(${JSON.stringify(require.resolve(packages[at] ?? ''))})`,
                  )
                  .join('\n')
              : undefined,
        },
      ],
    },
    {
      format: 'cjs',
      codeSplitting: false,
      // Half the text to read at each start; names stay, since both look at those of classes.
      minify: { compress: false, mangle: false, codegen: true },
      banner: 'module.exports = (function (require) {\nconst exports = {}',
      footer: 'return exports\n})',
    },
  )
  return { code, moduleIds }
}

const packages = ['@lancedb/lancedb', 'apache-arrow']

function isOutside(id: string): boolean {
  return /\.node$|^@lancedb\/lancedb-|^openai$|^@huggingface\//.test(id)
}

/** Lets the bundle load LanceDB from `lance.cjs` beside it, in place of the packages. */
export function lanceFromBundle(store: string, loaderCode: string = ofPackage): Plugin {
  return {
    name: 'lance-from-bundle',
    async resolveId(source, importer) {
      if (importer === undefined || !source.endsWith('/require-lance.js')) return undefined
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found?.id === join(store, 'dist/require-lance.js') ? loader : undefined
    },
    load: (id) => (id === loader ? loaderCode : undefined),
  }
}

const ofPackage = `import { createRequire } from 'node:module'
const ofStore = () => createRequire(import.meta.resolve('@datacortex/vector-store/package.json'))
let lance
export const requireLance = () =>
  (lance ??= createRequire(import.meta.url)('./lance.cjs')(createRequire(ofStore().resolve('@lancedb/lancedb'))))
`
