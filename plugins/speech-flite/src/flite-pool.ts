import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { inTemporaryFolder, orAborted } from '@datacortex/platform'
import { fliteError } from './errors.ts'
import type { SpokenReply, SpokenRequest } from './spoken-request.ts'
import type { CompiledModule } from './flite-module.ts'

type Seat = { worker: Worker | undefined; pending: number; last: Promise<unknown> }

/** Workers, one clip at a time each: started when there is something to speak, stopped when somebody gives up on a clip. */
export function createFlitePool({ module, size }: { module: () => Promise<CompiledModule>; size: number }) {
  const seats: Seat[] = Array.from({ length: size }, () => ({ worker: undefined, pending: 0, last: Promise.resolve() }))

  async function speakIn(seat: Seat, request: Omit<SpokenRequest, 'folder'>, signal: AbortSignal): Promise<Uint8Array> {
    signal.throwIfAborted()
    seat.worker ??= startWorker(await module())
    const { worker } = seat
    try {
      const reply = await inTemporaryFolder('clip', async (folder) => await ask(worker, { ...request, folder }, signal))
      if ('wave' in reply) return reply.wave
      throw fliteError('SPEECH_FLITE_FAILED', { reason: reply.reason })
    } catch (error) {
      // A program that runs can't be stopped otherwise, and one that failed is not trusted.
      seat.worker = undefined
      await worker.terminate()
      throw error
    }
  }

  return {
    /** The WAV file of a text. */
    async speak(text: string, { voice, signal }: { voice: string; signal: AbortSignal }): Promise<Uint8Array> {
      const seat = seats.reduce((best, other) => (other.pending < best.pending ? other : best))
      const request = { text, voice }
      const spoken = seat.last.then(() => speakIn(seat, request, signal))
      seat.pending += 1
      seat.last = spoken.catch(() => {}).finally(() => (seat.pending -= 1))
      return await orAborted(spoken, signal)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(seats.map(async ({ worker }) => await worker?.terminate()))
    },
  }
}

function startWorker(workerData: CompiledModule): Worker {
  const file = new URL(`./flite-worker${extname(import.meta.filename)}`, import.meta.url)
  // What the program prints about its own errors is for nobody.
  const worker = new Worker(file, {
    workerData,
    stdout: true,
    stderr: true,
    execArgv: [...process.execArgv, '--no-warnings'],
  })
  worker.unref()
  return worker
}

/** The worker keeps the process running only while it speaks. */
async function ask(worker: Worker, request: SpokenRequest, signal: AbortSignal): Promise<SpokenReply> {
  const { promise, resolve, reject } = Promise.withResolvers<SpokenReply>()
  const onError = (cause: unknown) => reject(fliteError('SPEECH_FLITE_FAILED', { reason: String(cause) }, { cause }))
  const onExit = (code: number): void =>
    reject(fliteError('SPEECH_FLITE_FAILED', { reason: `its worker ended with ${code}` }))
  worker.ref()
  try {
    worker.on('message', resolve).on('error', onError).on('exit', onExit)
    worker.postMessage(request, [])
    return await orAborted(promise, signal)
  } finally {
    worker.off('message', resolve).off('error', onError).off('exit', onExit)
    worker.unref()
  }
}
