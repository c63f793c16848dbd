import { CodedError } from '@datacortex/errors'
import { ownPaths, spacePaths } from '@datacortex/platform'
import { createIn } from './made-agent.ts'

// Makes agents until it is done or killed, by itself after a given one, with primers as long as is said; prints `<path> <number>` after each that was made.
const [root = '', name = '', first = '0', last = '0', killedAt = '', length = '0'] = process.argv.slice(2)
// A closed pipe means that the test is over.
process.stdout.on('error', () => process.exit(0))
const paths = ownPaths(spacePaths(root))
for (let index = Number(first); index < Number(last); index += 1) {
  const id = `${name}-${index}`
  try {
    await createIn(paths, id, {
      primer: `You are ${id}.`.padEnd(Number(length), '!'),
      capabilities: { tools: ['Read'] },
    })
  } catch (error) {
    // A killed process had made it, and could not say so.
    if (!CodedError.is(error, 'DYNAMIC_ID_TAKEN')) throw error
    process.stdout.write(`taken ${id}\n`)
  }
  process.stdout.write(`architect/${id} ${index}\n`)
  if (killedAt === String(index)) process.kill(process.pid, 'SIGKILL')
}
