import type { Worker } from 'node:worker_threads'
import { patientLimit } from '@datacortex/platform/patient-limit'

// A thread that is terminated while it is in ONNX Runtime, also by the end of the process, takes the process along: the
// binding throws where nothing catches it (`Napi::Error`), which is SIGABRT. Seen with onnxruntime-node 1.30.0.

/** Two words in memory that a thread shares with who started it: what happens at the gate, and a zero to wait at. */
export type CallGate = Int32Array<SharedArrayBuffer>

const [inside, closed] = [1, 2]

export function newCallGate(): CallGate {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
}

/** In the thread, one call at a time. Behind a closed gate it stands still, where it can be terminated. */
export async function throughGate<Result>(gate: CallGate, call: () => Promise<Result>): Promise<Result> {
  const isClosed = (Atomics.or(gate, 0, inside) & closed) !== 0
  if (isClosed) leave(gate)
  if (isClosed) Atomics.wait(gate, 1, 0)
  try {
    return await call()
  } finally {
    leave(gate)
  }
}

function leave(gate: CallGate): void {
  Atomics.and(gate, 0, ~inside)
  Atomics.notify(gate, 0)
}

/** Lets no further call begin; resolves when none runs. */
export async function closeGate(gate: CallGate): Promise<void> {
  Atomics.or(gate, 0, closed)
  await Atomics.waitAsync(gate, 0, inside | closed).value
}

/** The gates of threads that run. */
const gates = new Set<CallGate>()

/** Keeps the process, when it ends, until the call that runs in the thread is done. */
export function watchGate(gate: CallGate, thread: Worker): void {
  if (gates.size === 0) process.on('exit', closeAll)
  gates.add(gate)
  thread.on('exit', () => {
    gates.delete(gate)
    if (gates.size === 0) process.off('exit', closeAll)
  })
}

/** Nothing has a turn any more, so this blocks; not for ever, as a thread without memory ends without leaving its gate. */
function closeAll(): void {
  for (const gate of gates) Atomics.or(gate, 0, closed)
  const end = performance.now() + patientLimit(10_000)
  for (const gate of gates) Atomics.wait(gate, 0, inside | closed, Math.max(0, end - performance.now()))
}
