// Run as its own process by the tests, and then in threads of it: each is in ONNX Runtime when it is ended, by its gate or
// by the end of the process. Arguments: what ends it, and a model.
import { once } from 'node:events'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { type CallGate, closeGate, newCallGate, throughGate, watchGate } from '../call-gate.ts'
import { loadRuntime } from '../runtime.ts'

if (isMainThread) await endThreads()
else await callOnAndOn(workerData as CallGate)

async function endThreads(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    const gate = newCallGate()
    const thread = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), workerData: gate })
    watchGate(gate, thread)
    // One is ended while it loads the runtime, the next while it loads the model, the others while that runs.
    for (let calls = 0; calls < Math.min(round + 1, 3); calls += 1) await once(thread, 'message')
    // Between what it says and the call itself it has a few turns.
    for (let turn = 0; turn < 2000; turn += 1) await new Promise(setImmediate)
    if (process.argv[2] === 'exit' && round > 1) process.exit(0)
    await closeGate(gate)
    await thread.terminate()
    process.stdout.write('ended ')
  }
}

async function callOnAndOn(gate: CallGate): Promise<void> {
  const call = async <Result>(work: () => Promise<Result>): Promise<Result> =>
    await throughGate(gate, async () => {
      parentPort?.postMessage('calls', [])
      return await work()
    })
  const { InferenceSession, Tensor } = await call(loadRuntime)
  const session = await call(async () => await InferenceSession.create(process.argv[3] ?? '', {}))
  const tokens = 2_000_000
  const ids = () => new Tensor('int64', new BigInt64Array(tokens), [1, tokens])
  const inputs = { input_ids: ids(), attention_mask: ids(), token_type_ids: ids() }
  while (true) await call(async () => await session.run(inputs))
}
