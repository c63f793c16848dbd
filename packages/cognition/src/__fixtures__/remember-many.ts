import { spacePaths } from '@datacortex/platform'
import { mindOf } from '../mind.ts'
import { remember } from '../remember.ts'

// Remembers texts until it is done or killed, by itself after a given text; prints `<id> <number>` after each that was
// acknowledged.
const [root = '', name = '', first = '0', last = '0', killedAt = ''] = process.argv.slice(2)
// A closed pipe means that the test is over.
process.stdout.on('error', () => process.exit(0))
const mind = await mindOf(spacePaths(root), name)
for (let index = Number(first); index < Number(last); index += 1) {
  const { id } = await remember(mind, {
    text: `Walrus ${index} of ${name}.`,
    topic: 'Walruses',
    facts: { tags: [name] },
  })
  process.stdout.write(`${id} ${index}\n`)
  if (killedAt === String(index)) process.kill(process.pid, 'SIGKILL')
}
