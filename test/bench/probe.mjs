// Loaded with --import into a measured process: at its end it writes to file descriptor 3 how much memory it held at
// most and which files of code it loaded, native libraries included.
import { writeSync } from 'node:fs'
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
  const peakRssMb = process.resourceUsage().maxRSS / 1024
  const text = Buffer.from(JSON.stringify({ peakRssMb, loadedFiles }))
  for (let written = 0; written < text.length;) written += writeSync(3, text, written)
})
