import { parentPort, workerData } from 'node:worker_threads'
import { throughGate } from './call-gate.ts'
import type { FromThread, ThreadData, ThreadModel, ToThread } from './embedding-threads.ts'
import type { BatchModel } from './loaded-model.ts'

// A thread with a model of its own; it embeds one batch after the other.

const { model: given, gate } = workerData as ThreadData
const loading = throughGate(gate, async () => await load(given))
// Sent with the first batch.
loading.catch(() => undefined)
let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (message: ToThread) => {
  last = last.then(async () => await answer(message))
})

async function load(given: ThreadModel): Promise<BatchModel> {
  // Each loads only what it needs: the library and what converts models are large.
  if ('int8Folder' in given) return await (await import('./int8-model.ts')).loadInt8Session(given.int8Folder)
  if ('crossEncoder' in given)
    return await (await import('./cross-encoder-model.ts')).loadCrossEncoder(given.crossEncoder)
  return await (await import('./load-model.ts')).loadModel(given)
}

async function answer(message: ToThread): Promise<void> {
  if (message === 'close') {
    const model = await loading.catch(() => undefined)
    await throughGate(gate, async () => await model?.dispose())
    parentPort?.close()
    return
  }
  try {
    const model = await loading
    const vectors = await throughGate(gate, async () => await model.run(message.input))
    const moved = vectors.map(({ buffer }) => buffer as ArrayBuffer)
    parentPort?.postMessage({ vectors } satisfies FromThread, moved)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    parentPort?.postMessage({ problem } satisfies FromThread, [])
  }
}
