import { availableParallelism } from 'node:os'
import { patientLimit } from '@datacortex/platform'
import { ensureConverted } from './converted-model.ts'
import type { EmbedderOptions } from './embedder.ts'
import type { EmbeddingThreads } from './embedding-threads.ts'
import type { BatchModel } from './loaded-model.ts'
import type { ResolvedModel } from './resolve-model.ts'

export type OpenThreadsOptions = Pick<EmbedderOptions, 'threads' | 'onNote'> & {
  /** Of the model in this thread, which is loaded already and so known to be whole. */
  readonly here: BatchModel['run']
}

/** Threads for long lists; undefined where there shall be none. None of them is started yet. */
export async function openThreads(
  model: ResolvedModel,
  { threads, onNote = () => {}, here }: OpenThreadsOptions,
): Promise<EmbeddingThreads | undefined> {
  const count = threadCount(threads, model)
  if (count === 0) return undefined
  const { EmbeddingThreads, startThread } = await import('./embedding-threads.ts')
  const given = model.dtype === 'int8' ? { int8Folder: await ensureConverted(model) } : model
  return new EmbeddingThreads({
    count,
    start: (gate) => startThread(given, gate),
    here,
    onNote,
    answerMs: patientLimit(60_000),
    idleMs: 10_000,
  })
}

/** As many as wanted, but where memory is short only as many as have room, and one of them always. */
export function threadCount(
  wanted: number = availableParallelism(),
  { memory = process.availableMemory(), dtype }: { readonly memory?: number; readonly dtype: ResolvedModel['dtype'] },
): number {
  const room = Math.floor(memory / (dtype === 'int8' ? 100e6 : 400e6))
  return Math.min(wanted, Math.max(1, room))
}
