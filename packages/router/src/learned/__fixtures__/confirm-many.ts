import { ownPaths, spacePaths } from '@datacortex/platform'
import { confirmRouting } from '../confirm-routing.ts'

// Confirms tasks from a number on and acknowledges each on stdout.
const [root = '', name = '', from = '0', count = '0'] = process.argv.slice(2)
for (let index = Number(from); index < Number(count); index += 1) {
  await confirmRouting(ownPaths(spacePaths(root)), { task: `Task ${index} of ${name}`, agent: name })
  process.stdout.write(`${index}\n`)
}
