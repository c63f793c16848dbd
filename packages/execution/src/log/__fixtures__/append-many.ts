import { ownPaths, spacePaths } from '@datacortex/platform'
import { appendToLog } from '../append-to-log.ts'
import { execution } from './execution.ts'

// Appends executions until it is done or killed, by itself at a given entry; prints each id after it was acknowledged.
const [root = '', name = '', first = '0', last = '0', partBytes = '65536', killedAt = ''] = process.argv.slice(2)
const paths = ownPaths(spacePaths(root))
// A closed pipe means that the test is over.
process.stdout.on('error', () => process.exit(0))
for (let index = Number(first); index < Number(last); index += 1) {
  const id = `exec-${name}-${process.pid}-${index}`
  const entry = execution(id, { agent_id: name, task: `Walrus "${index}": of\n${name}` })
  await appendToLog(paths, { executions: [entry] }, { partBytes: Number(partBytes) })
  process.stdout.write(`${id}\n`)
  if (killedAt === String(index)) process.kill(process.pid, 'SIGKILL')
}
