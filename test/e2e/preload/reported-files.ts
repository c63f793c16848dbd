// Loaded before the program: the files that it loads, and what of Node, are written down, one a line.
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const loaded = new Set<string>()
registerHooks({
  load: (url, context, nextLoad) => {
    loaded.add(url)
    return nextLoad(url, context)
  },
})
process.on('exit', () => {
  const ofNode = 'moduleLoadList' in process && Array.isArray(process.moduleLoadList) ? process.moduleLoadList : []
  writeFileSync(process.env['LOADED_LOG'] ?? '/dev/stderr', [...loaded, ...ofNode].join('\n'))
})
