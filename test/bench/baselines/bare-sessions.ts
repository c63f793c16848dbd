import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { AutoTokenizer } from '@xenova/transformers'

/** Threads with nothing but the model in onnxruntime. */
export type BareSessions = AsyncDisposable & {
  /** Runs texts through the model; how they became tokens is not part of it. */
  readonly run: (batches: readonly TokenBatch[], threads: number) => Promise<void>
}

/** Tokens of some texts of one length. */
export type TokenBatch = { readonly ids: Int32Array; readonly texts: number }

/** Starts as many threads as will be asked for. */
export async function bareSessions(modelFolder: string, threads: number): Promise<BareSessions> {
  const file = new URL('bare-session.mjs', import.meta.url)
  const workers = Array.from(
    { length: threads },
    () => new Worker(file, { workerData: join(modelFolder, 'model.onnx') }),
  )
  return {
    run: async (batches, count) => {
      // Dealt out by turns: the lengths are sorted.
      const shares = workers.slice(0, count).map((worker, place) => {
        const answered = once(worker, 'message')
        worker.postMessage(
          batches.filter((_, index) => index % count === place),
          [],
        )
        return answered
      })
      await Promise.all(shares)
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(workers.map(async (worker) => await worker.terminate()))
    },
  }
}

const tokensPerBatch = 1024

/**
 * Batches of texts of one length, with the tokens that the library makes of them.
 *
 * @param tokenizerFolder - In transformers.js layout.
 */
export async function tokenBatches(texts: readonly string[], tokenizerFolder: string): Promise<readonly TokenBatch[]> {
  const tokenizer = await AutoTokenizer.from_pretrained(tokenizerFolder, { local_files_only: true })
  const byLength = Map.groupBy(
    texts.map((text) => tokenizer.encode(text.slice(0, 20_000)).slice(0, 256)),
    ({ length }) => length,
  )
  return [...byLength].flatMap(([length, all]) => {
    const size = Math.max(1, Math.floor(tokensPerBatch / length))
    return Array.from({ length: Math.ceil(all.length / size) }, (_, part) => {
      const some = all.slice(part * size, (part + 1) * size)
      return { ids: Int32Array.from(some.flat()), texts: some.length }
    })
  })
}
