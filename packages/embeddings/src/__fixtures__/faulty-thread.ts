// A thread in place of `embedding-thread.ts` for the tests: its vectors are the lengths of the texts, and the data it
// starts with says what goes wrong with it.
import { parentPort, workerData } from 'node:worker_threads'

const fault = workerData as 'none' | 'ends' | 'hangs' | 'throws' | 'refuses'
if (fault === 'throws') throw new Error('no memory for a model')
parentPort?.on('message', (message: { readonly input: readonly string[] } | 'close') => {
  if (fault === 'hangs') return
  if (message === 'close') parentPort?.close()
  else if (fault === 'ends') process.exit(1)
  else if (fault === 'refuses') parentPort?.postMessage({ problem: 'no memory for a batch' }, [])
  else if (fault === 'none')
    parentPort?.postMessage({ vectors: message.input.map(({ length }) => Float32Array.of(length)) }, [])
})
