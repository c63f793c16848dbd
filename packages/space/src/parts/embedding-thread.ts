import { parentPort, workerData } from 'node:worker_threads'
import { CodedError } from '@datacortex/errors'
import type { Settings } from '@datacortex/platform'
import { openModel } from './model.ts'
import type { FromThread, ToThread } from './embedding-threads.ts'

// A thread with a model of its own; it embeds one list of texts after the other.

const embedder = await openModel(workerData as Settings['embeddings'], (progress) => tell({ progress }))
let last: Promise<void> = Promise.resolve()

parentPort?.on('message', (message: ToThread) => {
  last = last.then(async () => await answer(message))
})

async function answer(message: ToThread): Promise<void> {
  if (message === 'close') {
    await embedder[Symbol.asyncDispose]()
    parentPort?.close()
    return
  }
  const { job, texts } = message
  try {
    tell({ job, vectors: await embedder.embed(texts) })
  } catch (error) {
    const { code, hint } = CodedError.is(error) ? error : { code: undefined, hint: undefined }
    tell({ job, error: { code, hint, message: error instanceof Error ? error.message : String(error) } })
  }
}

function tell(message: FromThread): void {
  parentPort?.postMessage(message, [])
}
