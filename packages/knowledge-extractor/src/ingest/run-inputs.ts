import { availableParallelism } from 'node:os'
import { type OnProgress, createSlots } from '@datacortex/platform'
import { openKnowledgeExtractor } from '../extract-knowledge.ts'
import { inputName } from '../knowledge-input.ts'
import type { KnowledgePorts } from '../ports.ts'
import type { Collected } from './collect-inputs.ts'
import type { IngestJournal } from './ingest-journal.ts'
import { ingestOne } from './ingest-one.ts'
import type { Outcome } from './ingest-report.ts'

export type Running = {
  readonly ports: KnowledgePorts
  readonly journal: IngestJournal | undefined
  readonly signal: AbortSignal
  readonly onProgress?: OnProgress | undefined
  readonly concurrency?: number | undefined
}

export async function runInputs(collected: readonly Collected[], running: Running): Promise<readonly Outcome[]> {
  const { ports, journal } = running
  const { signal, onProgress, concurrency = availableParallelism() } = running
  const extractor = openKnowledgeExtractor(ports)
  const slots = createSlots(Math.max(1, concurrency))
  if (journal?.isComplete === false) await extractor.recall(journal.results())
  const outcomes: Outcome[] = []
  const total = collected.length
  let [next, done] = [0, 0]
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const work = async (): Promise<void> => {
    for (;;) {
      const index = next
      next += 1
      const one = collected[index]
      if (one === undefined) return
      either.throwIfAborted()
      outcomes[index] = await ingestOne(one, { ports, journal, extractor, slots, signal: either })
      done += 1
      onProgress?.({ stage: 'ingest', done, total, subject: inputName(one.input) })
    }
  }
  // Twice as many, so that extraction goes on while notes are written.
  const workers = Array.from({ length: Math.max(1, Math.min(2 * concurrency, total)) }, async () => {
    try {
      await work()
    } catch (error) {
      // The others must not go on writing after the batch has failed.
      stop.abort(error)
      throw error
    }
  })
  const ended = await Promise.allSettled(workers)
  signal.throwIfAborted()
  if (stop.signal.aborted) throw stop.signal.reason as Error
  for (const worker of ended) if (worker.status === 'rejected') throw worker.reason as Error
  return outcomes
}
