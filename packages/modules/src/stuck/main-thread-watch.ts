import { Session } from 'node:inspector'
import { setInterval } from 'node:timers'
import { workerData } from 'node:worker_threads'
import { countStillTicks } from './count-still-ticks.ts'
import type { WatchData } from './watch-main-thread.ts'

// Runs as a thread beside the main one, which may be stuck in code that never yields. Only a debugger reaches it there.

const { beats, tickMs, limits } = workerData as WatchData

const tick = countStillTicks(limits, {
  emit: (event) => reach((main) => main.post('Runtime.evaluate', { expression: `process.emit('${event}')` })),
  breakOff: () => reach((main) => main.post('Runtime.terminateExecution')),
})
setInterval(() => tick(Atomics.load(beats, 0)), tickMs)

function reach(ask: (main: Session) => void): void {
  const main = new Session()
  main.connectToMainThread()
  ask(main)
}
