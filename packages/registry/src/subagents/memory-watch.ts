import { setInterval } from 'node:timers'
import { workerData } from 'node:worker_threads'

// Runs as a thread beside an extraction, which may never yield: a process that needs too much memory ends.
// The heap has its own limit; buffers and WebAssembly are only seen here.
const limitBytes = Number(workerData) * 1024 * 1024

setInterval(() => {
  if (process.memoryUsage.rss() > limitBytes) process.kill(process.pid, 'SIGKILL')
}, 50)
