import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type CallGate, throughGate } from './call-gate.ts'
import { type EmbeddingThreadsOptions, EmbeddingThreads } from './embedding-threads.ts'
import { threadCount } from './open-threads.ts'

type Fault = 'none' | 'ends' | 'hangs' | 'throws' | 'refuses'

const file = new URL('__fixtures__/faulty-thread.ts', import.meta.url)
const texts = ['a', 'bb', 'ccc', 'dddd', 'eeeee']
const batches = texts.map((text, place) => ({ places: [place], input: [text] }))

/** Threads of which each next one has the next fault; the last one's are all others'. */
function threadsWith(faults: readonly Fault[], options: Partial<EmbeddingThreadsOptions> = {}) {
  const notes: string[] = []
  const started: Worker[] = []
  const timers: (() => void)[] = []
  const threads = new EmbeddingThreads({
    count: 2,
    start: () => {
      const worker = new Worker(file, { workerData: faults[started.length] ?? faults.at(-1) })
      started.push(worker)
      return worker
    },
    here: async (input) => await Promise.resolve(input.map(() => Float32Array.of(-1))),
    onNote: (note) => notes.push(note),
    startTimer: (run) => {
      timers.push(run)
      return () => {
        const place = timers.indexOf(run)
        if (place !== -1) timers.splice(place, 1)
      }
    },
    answerMs: 1,
    idleMs: 1,
    ...options,
  })
  onTestFinished(async () => await threads.close())
  const embed = async (signal?: AbortSignal): Promise<readonly (number | undefined)[]> => {
    const found: (number | undefined)[] = []
    await threads.run(
      batches,
      ({ places }, [vector]) => {
        found[places[0] ?? 0] = vector?.[0]
      },
      signal,
    )
    return found
  }
  return { threads, embed, notes, started, timers }
}

test('as many threads as are allowed embed, and are used again', async () => {
  const { embed, started, notes } = threadsWith(['none'])
  expect(await embed()).toEqual([1, 2, 3, 4, 5])
  expect(await Promise.all([embed(), embed()])).toEqual([
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
  ])
  expect([started.length, notes]).toEqual([2, []])
})

test.each<readonly [Fault, string]>([
  ['ends', 'it ended'],
  ['throws', 'no memory for a model'],
  ['refuses', 'no memory for a batch'],
])('what a thread had that %s is embedded by others, and that is told', async (fault, reason) => {
  const { embed, notes } = threadsWith([fault, 'none'])
  expect(await embed()).toEqual([1, 2, 3, 4, 5])
  expect(notes).toEqual([`a thread of the model failed (${reason}); its texts are embedded elsewhere`])
})

test('a thread that does not answer is given up', async () => {
  const { embed, notes, timers } = threadsWith(['hangs', 'none'])
  const embedding = embed()
  // The first timer is that of the first thread; the other thread replaces its own with each answer.
  timers[0]?.()
  expect(await embedding).toEqual([1, 2, 3, 4, 5])
  expect(notes).toEqual(['a thread of the model failed (it did not answer); its texts are embedded elsewhere'])
})

test('a thread that is given up is not ended while it is in a call', async () => {
  const order: string[] = []
  const stuck = new Worker(file, { workerData: 'hangs' })
  const exited = once(stuck, 'exit')
  stuck.on('exit', () => order.push('exit'))
  const given: CallGate[] = []
  const start = (gate: CallGate): Worker => {
    given.push(gate)
    // As if it never came out of its call.
    if (given.length === 1) void throughGate(gate, async () => await called)
    return given.length === 1 ? stuck : new Worker(file, { workerData: 'none' })
  }
  const { promise: called, resolve: leave } = Promise.withResolvers<void>()
  const { embed, timers } = threadsWith([], { count: 1, start })
  const embedding = embed()
  timers[0]?.()
  expect(await embedding).toEqual([1, 2, 3, 4, 5])
  order.push('left')
  leave()
  await exited
  expect(order).toEqual(['left', 'exit'])
})

test('what no thread can do is done without one', async () => {
  const { embed } = threadsWith(['ends'])
  expect(await embed()).toEqual([-1, -1, -1, -1, -1])
  const start = (): Worker => {
    throw new Error('too many threads')
  }
  const without = threadsWith(['none'], { start })
  expect(await without.embed()).toEqual([-1, -1, -1, -1, -1])
  expect(without.notes).toEqual(['no further thread of the model can be started (Error: too many threads)'])
})

test('a failure without threads is told as it is', async () => {
  const { embed } = threadsWith(['refuses'], { here: async () => await Promise.reject(new Error('broken model')) })
  await expect(embed()).rejects.toThrow('broken model')
})

test('anyone who aborts does not wait for a thread, and one that hangs is ended', async () => {
  const { threads, embed, timers } = threadsWith(['hangs'])
  const controller = new AbortController()
  const embedding = embed(controller.signal)
  controller.abort(new Error('enough'))
  await expect(embedding).rejects.toThrow('enough')
  const closing = threads.close()
  for (const give of timers.splice(0)) give()
  await closing
})

test('a thread that is closed in the middle of its work keeps the program until it has ended', async () => {
  const { threads, embed, started } = threadsWith(['none'], { count: 1 })
  const controller = new AbortController()
  const embedding = embed(controller.signal)
  const unref = vi.spyOn(started[0] as Worker, 'unref')
  controller.abort(new Error('enough'))
  await Promise.all([threads.close(), expect(embedding).rejects.toThrow('enough')])
  expect(unref).not.toHaveBeenCalled()
})

test('threads without work end, and start again', async () => {
  const { embed, started, timers } = threadsWith(['none'], { count: 1 })
  await embed()
  const ended = once(started[0] as Worker, 'exit')
  timers.at(-1)?.()
  await ended
  expect(await embed()).toEqual([1, 2, 3, 4, 5])
  expect(started).toHaveLength(2)
})

test('little memory has room for few threads, but for one always', () => {
  const counts = [50e6, 250e6, 8e9].map((memory) => threadCount(4, { memory, dtype: 'int8' }))
  expect(counts).toEqual([1, 2, 4])
  expect(threadCount(4, { memory: 900e6, dtype: 'fp32' })).toBe(2)
  expect(threadCount(0, { memory: 8e9, dtype: 'int8' })).toBe(0)
})
