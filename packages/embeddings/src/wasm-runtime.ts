import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { InferenceSession } from 'onnxruntime-web/wasm'

/** ONNX Runtime as WebAssembly: slower by a few times, with the same numbers but for the last bits. */
export async function loadWasmRuntime() {
  const file = createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')
  const [runtime, wasmBinary] = await Promise.all([import('onnxruntime-web/wasm'), readFile(file)])
  // Texts are spread over threads of ours. Without places the library of models would have it come from the web.
  Object.assign(runtime.env.wasm, { numThreads: 1, wasmBinary, wasmPaths: {} })
  // It reads no files itself.
  const create = async (path: string, options: InferenceSession.SessionOptions) => {
    const folder = dirname(path)
    const outside = globSync('*.onnx_data', { cwd: folder })
    const externalData = outside.map(async (name) => ({ path: name, data: await readFile(join(folder, name)) }))
    const given = { ...options, externalData: await Promise.all(externalData) }
    return await runtime.InferenceSession.create(await readFile(path), given)
  }
  return { ...runtime, InferenceSession: { create } }
}
