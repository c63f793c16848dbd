import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { environment } from './environment.ts'
import { type Run, type RunOptions, parsedJson, runDatacortex as runInItsOwn } from './run-datacortex.ts'
import { trustBefore } from './trust-all.ts'

// Half of the time of a command is the start of its process. So one process runs the commands of one test file after
// another, each as `bin/datacortex.js` would run it; in `pnpm test:long` each has a process of its own. Whatever is
// about processes themselves takes `run-datacortex.ts`: signals, pipes, what several do at once, how one ends.

const program = fileURLToPath(new URL('command-server.ts', import.meta.url))

/** What cannot be given to a command in a process that runs already. */
const ofItsOwn = /^(?:NODE_|FORCE_COLOR$|NO_COLOR$|PATH$|DATACORTEX_CACHE_DIR$)/

type Server = { readonly child: ChildProcess; readonly stderr: () => string }

let server: Server | undefined
let isBusy = false

/** Runs `datacortex` to its end. At the same time as another one it runs in a process of its own. */
export async function runDatacortex(args: readonly string[], options: RunOptions): Promise<Run> {
  const { cwd, env = {}, input = '', through } = options
  const needsItsOwn =
    isBusy ||
    process.env['LONG'] !== undefined ||
    through !== undefined ||
    Object.keys(env).some((name) => ofItsOwn.test(name))
  if (needsItsOwn) return await runInItsOwn(args, options)
  isBusy = true
  if (options.isStranger !== true) await trustBefore(args, options)
  try {
    const task = { args, cwd, env: { ...environment(cwd), ...env }, input: Buffer.from(input).toString('base64') }
    return await answerTo(task)
  } finally {
    isBusy = false
  }
}

/** Runs a command with `--json` that must end with this status, and gives back its one document. */
export async function runJson(
  args: readonly string[],
  options: RunOptions & { readonly status?: number | undefined },
): Promise<unknown> {
  return parsedJson(await runDatacortex([...args, '--json'], options), { args, status: options.status })
}

/** How a command ended, and whether the process ends now. */
type Answer = { readonly run: Run; readonly isLast: boolean }

async function answerTo(task: object): Promise<Run> {
  const { child, stderr } = startedServer()
  child.ref()
  child.channel?.ref()
  try {
    return await new Promise<Run>((resolve, reject) => {
      const ended = (): void => reject(new Error(`It ended in the middle of a command: ${stderr()}`))
      child.once('exit', ended)
      child.once('message', ({ run, isLast }: Answer) => {
        child.off('exit', ended)
        if (isLast) server = undefined
        resolve(run)
      })
      child.send(task)
    })
  } finally {
    // It ends with this process: it must not keep it.
    child.unref()
    child.channel?.unref()
  }
}

function startedServer(): Server {
  if (server?.child.connected === true) return server
  const child = fork(program, [], {
    env: environment(process.cwd()),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  server = { child, stderr: () => stderr }
  return server
}
