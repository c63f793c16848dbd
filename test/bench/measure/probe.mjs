// Loaded with --import into a measured process: at its end it writes to file descriptor 3 how much memory it held at
// most and which files of code it loaded, native libraries included.
import { existsSync, readFileSync, writeSync } from 'node:fs'
import { registerHooks } from 'node:module'

const loaded = new Set()
registerHooks({
  load(url, context, nextLoad) {
    loaded.add(url)
    return nextLoad(url, context)
  },
})
process.on('exit', () => {
  const report = process.report.getReport()
  const loadedFiles = [...loaded, ...report.sharedObjects]
  const text = Buffer.from(JSON.stringify({ peakRssMb: peakRssKb() / 1024, loadedFiles }))
  for (let written = 0; written < text.length;) written += writeSync(3, text, written)
})

function peakRssKb() {
  // On Linux the resource usage of a process begins with that of its parent.
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS)
}
