import fileSystem from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

// Reflects as an agent. It is killed before, or right after, the so many-th file takes its place; 0 is never.
const [, , root = '', agent = '', at = '0', when = 'before', now = '0'] = process.argv
let count = 0
const counted =
  <Given extends readonly unknown[], Done>(act: (...given: Given) => Promise<Done>) =>
  async (...given: Given): Promise<Done> => {
    count += 1
    if (count === Number(at) && when === 'before') process.kill(process.pid, 'SIGKILL')
    const done = await act(...given)
    if (count === Number(at)) process.kill(process.pid, 'SIGKILL')
    return done
  }
Object.assign(fileSystem, { rename: counted(fileSystem.rename), link: counted(fileSystem.link) })
syncBuiltinESMExports()
// Only now: the platform takes these functions when it is loaded.
const { spacePaths } = await import('@datacortex/platform')
const { readMind } = await import('../mind.ts')
const { reflect } = await import('../reflect/reflect.ts')
await reflect(await readMind(spacePaths(root), agent), { now: new Date(Number(now)) })
process.stdout.write(`${count}\n`)
