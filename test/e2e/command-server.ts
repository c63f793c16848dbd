// A program of the tests: runs commands of the built program one after the other, each as a process of its own would.
import { Readable } from 'node:stream'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

type Task = {
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Bytes for stdin, in base64. */
  readonly input: string
}

enableCompileCache(join(process.env['DATACORTEX_CACHE_DIR'] ?? '', 'compiled'))
// A path that no tool follows: what the tests of types look at is not built yet.
const file = new URL('../../apps/cli/bundle/main.js', import.meta.url).href
const { main }: { readonly main: (args: readonly string[]) => Promise<number> } = await import(file)

// Each command listens for a reader that leaves.
process.stdout.setMaxListeners(0)
process.stderr.setMaxListeners(0)

process.on('message', (task: Task) => void answer(task))
process.on('disconnect', () => process.exit())

async function answer(task: Task): Promise<void> {
  const ended = await run(task)
  // What listens for strays came with code of a module, which may have left anything behind in this process.
  const isLast = process.listenerCount('uncaughtException') > 0
  process.send?.({ run: ended, isLast }, () => {
    if (isLast) process.exit()
  })
}

async function run({ args, cwd, env, input }: Task): Promise<object> {
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input, 'base64')], { objectMode: false })
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true })
  const [stdout, stderr] = [captured(process.stdout), captured(process.stderr)]
  const status = await main(args)
  process.stdout.removeAllListeners('error')
  process.stderr.removeAllListeners('error')
  return { status, signal: null, stdout: stdout.text(), stderr: stderr.text() }
}

/** Keeps what is written instead of writing it. */
function captured(stream: NodeJS.WriteStream): { readonly text: () => string } {
  const pieces: Buffer[] = []
  const write = (piece: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
    pieces.push(Buffer.from(piece))
    const written = rest.at(-1)
    if (typeof written === 'function') process.nextTick(written)
    return true
  }
  Object.assign(stream, { write })
  return { text: () => Buffer.concat(pieces).toString('utf8') }
}
