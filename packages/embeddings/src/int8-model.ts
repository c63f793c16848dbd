import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { equalLengths } from './plan-batches.ts'
import { int8Files, isExact, probeInput } from './int8-files.ts'
import type { BatchModel, LoadedModel } from './loaded-model.ts'
import { loadRuntime } from './runtime.ts'
import { wordPiece } from './word-piece.ts'

/** Loads the int8 model past the library, which takes twice as long and cannot batch by length. */
export async function loadInt8Model(folder: string, { maxTokens }: { maxTokens: number }): Promise<LoadedModel> {
  const reading = readFile(join(folder, int8Files.vocabulary), 'utf8')
  const [brief, vocabulary] = await Promise.all([loadInt8Session(folder, { isPacked: false }), reading])
  const { tokens, ...words } = wordPiece(vocabulary, maxTokens)
  return {
    ...packedLater(brief, async () => await loadInt8Session(folder)),
    batches: (texts, batchSize = Number.POSITIVE_INFINITY) => {
      const ids = texts.map(tokens)
      return equalLengths(ids, { batchSize, batchTokens }).map((places) => ({
        places,
        input: places.map((place) => ids[place] ?? new Int32Array(0)),
      }))
    },
    ...words,
  }
}

/** More is no faster, and takes memory. */
const batchTokens = 1024

/**
 * One question needs the session that is loaded soonest: weights that aren't packed for the processor load in half the
 * time and run in twice the time, with the same bits. Who asks for more than that saves gets the packed ones.
 */
export function packedLater(brief: BatchModel, load: () => Promise<BatchModel>): BatchModel {
  const early: Promise<unknown>[] = []
  let packed: Promise<BatchModel> | undefined
  const replace = async (): Promise<BatchModel> => {
    // Where memory is short or files went meanwhile, the first one goes on.
    const model = await load().catch(() => brief)
    await Promise.allSettled(early)
    if (model !== brief) await brief.dispose()
    return model
  }
  return {
    run: async (input) => {
      if (early.length === briefRuns) return await (await (packed ??= replace())).run(input)
      const running = brief.run(input)
      early.push(running)
      return await running
    },
    dispose: async () => await (await (packed ?? brief)).dispose(),
  }
}

/** To pack takes as long as six to nine runs of an unpacked question take longer. */
const briefRuns = 6

/** Loads what threads need of the int8 model: tokens come to them. */
export async function loadInt8Session(folder: string, { isPacked = true } = {}): Promise<BatchModel> {
  const { InferenceSession, Tensor } = await loadRuntime()
  const open = async (file: string) =>
    await InferenceSession.create(join(folder, file), {
      // Texts are spread over threads, which takes less time of the processor than to divide each of them.
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      // Failures come back as errors; lines on the terminal are not ours to print.
      logSeverityLevel: 4,
      // The graph is written as it shall run; to look for what could be merged takes a sixth of the time.
      graphOptimizationLevel: 'disabled',
      extra: { session: { disable_prepacking: isPacked ? '0' : '1' } },
    })
  const probe = await open(int8Files.probe)
  const { codes, shape } = probeInput()
  const { sums } = await probe.run({ codes: new Tensor('uint8', codes, shape) })
  await probe.release()
  const isFast = isExact(sums?.data as Float32Array)
  const session = await open(isFast ? int8Files.graph : int8Files.unsignedGraph)
  const run: RunTokens = async (ids, texts) => {
    const { sentence } = await session.run({ input_ids: new Tensor('int32', ids, [texts, ids.length / texts]) })
    return sentence?.data as Float32Array
  }
  return {
    run: async (input) => await runTokens(run, input as readonly Int32Array[]),
    dispose: async () => await session.release(),
  }
}

/** Runs the graph: tokens of texts of one length, one text after the other, to their vectors, in the same way. */
export type RunTokens = (ids: Int32Array, texts: number) => Promise<Float32Array>

/** Vectors of texts of one length. Where memory is short half of them may still find room; the bits are the same. */
export async function runTokens(run: RunTokens, ids: readonly Int32Array[]): Promise<readonly Float32Array[]> {
  const length = ids[0]?.length ?? 0
  const joined = new Int32Array(ids.length * length)
  for (const [row, tokens] of ids.entries()) joined.set(tokens, row * length)
  try {
    const data = await run(joined, ids.length)
    const width = data.length / ids.length
    return ids.map((_, row) => data.slice(row * width, (row + 1) * width))
  } catch (error) {
    if (ids.length === 1 || !isOutOfMemory(error)) throw error
    const half = Math.ceil(ids.length / 2)
    return [...(await runTokens(run, ids.slice(0, half))), ...(await runTokens(run, ids.slice(half)))]
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && /bad[ _]alloc|allocat|out of memory/i.test(error.message)
}
