import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WASI } from 'node:wasi'
import { parentPort, workerData } from 'node:worker_threads'
import type { SpokenReply, SpokenRequest } from './spoken-request.ts'
import type { CompiledModule } from './flite-module.ts'

// The types of Node have nothing of it.
declare const WebAssembly: { instantiate: (module: CompiledModule, imports: object) => Promise<object> }

const module = workerData as CompiledModule

parentPort?.on('message', (request: SpokenRequest) => {
  void speak(request).then((reply) => parentPort?.postMessage(reply, 'wave' in reply ? [reply.wave.buffer] : []))
})

/** A new instance for each clip: nothing is left of the one before. */
async function speak({ text, voice, folder }: SpokenRequest): Promise<SpokenReply> {
  const args = ['flite', '-voice', voice, '-t', text, '-o', '/clip/clip.wav']
  const wasi = new WASI({ version: 'preview1', args, env: {}, preopens: { '/clip': folder }, returnOnExit: true })
  try {
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport })
    const status = wasi.start(instance)
    if (status !== 0) return { reason: `it ended with status ${status}` }
    return { wave: new Uint8Array(readFileSync(join(folder, 'clip.wav'))) }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}
