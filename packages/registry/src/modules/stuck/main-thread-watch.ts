import { Session } from 'node:inspector'
import { setInterval } from 'node:timers'
import { workerData } from 'node:worker_threads'
import type { WatchData } from './watch-main-thread.ts'

// Runs as a thread beside the main one, which may be stuck in code that never yields. Only a debugger reaches it there.

const { beats, tickMs, events, breakOffTicks } = workerData as WatchData
let last = -1
// Ticks, not time: where the whole machine sleeps or the process is stopped, this thread has no turn either.
let still = 0

setInterval(() => {
  const now = Atomics.load(beats, 0)
  still = now === last ? still + 1 : 0
  last = now
  for (const { afterTicks, event } of events)
    if (still === afterTicks) reach((main) => main.post('Runtime.evaluate', { expression: `process.emit('${event}')` }))
  if (still > 0 && still % breakOffTicks === 0) reach((main) => main.post('Runtime.terminateExecution'))
}, tickMs)

function reach(ask: (main: Session) => void): void {
  const main = new Session()
  main.connectToMainThread()
  ask(main)
}
