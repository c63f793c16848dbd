import type { InferenceSession } from 'onnxruntime-node'

/** Keeps ONNX Runtime from reporting to its makers. It looks at this once, as it is loaded. */
export function switchOffReports(): void {
  process.env['ORT_DISABLE_TELEMETRY'] = '1'
}

/** What models run on, and why it is not the binary if it isn't. */
export type Runtime = Pick<typeof import('onnxruntime-node'), 'Tensor' | 'env'> & {
  readonly InferenceSession: {
    readonly create: (path: string, options: InferenceSession.SessionOptions) => Promise<InferenceSession>
  }
  readonly missing?: string | undefined
}

/** ONNX Runtime without its reports: its binary, or where none fits this machine, its WebAssembly. */
export async function loadRuntime(): Promise<Runtime> {
  switchOffReports()
  try {
    return await import('onnxruntime-node')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && noBinary.has(error.code))) throw error
    const { loadWasmRuntime } = await import('./wasm-runtime.ts')
    return { ...(await loadWasmRuntime()), missing: String(error.code) }
  }
}

/** It is not installed, or the system can't load it. */
const noBinary = new Set<unknown>(['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED'])
