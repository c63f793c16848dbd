import { setInterval } from 'node:timers'
import { workerData } from 'node:worker_threads'

// Runs as a thread beside an extraction, which may never yield: a process that needs too much memory ends.
// The heap has its own limit; buffers and WebAssembly are only seen here.
// It also ends with its parent: one that loops never hears that the parent was killed.
const parent = process.ppid
const limitBytes = Number(workerData) * 1024 * 1024

setInterval(() => {
  if (process.memoryUsage.rss() > limitBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, 50)
