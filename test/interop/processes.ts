import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../apps/cli/bin/datacortex.js', import.meta.url))

/** JSON that a program printed. */
export type Document = Readonly<Record<string, unknown>>

/** A command that stays, and what it said first. */
export type Service = { readonly document: Document; [Symbol.asyncDispose](): Promise<void> }

/** The built `datacortex`, working in one space. */
export type Datacortex = {
  /** Runs a command to its end. */
  run(args: readonly string[], options?: { readonly accept?: readonly number[] | undefined }): Promise<Document>
  /** Starts a command that stays after its first document. */
  start(args: readonly string[]): Promise<Service>
}

/** The built `datacortex` as processes of its own, with `root` as space. */
export function datacortexIn(root: string, env: Readonly<Record<string, string>> = {}): Datacortex {
  if (!existsSync(join(program, '../../bundle/main.js'))) {
    process.stdout.write('missing: apps/cli is not built. Run pnpm build.\n')
    process.exit(2)
  }
  const spawned = (args: readonly string[]): ChildProcess =>
    spawnIn(root, [process.execPath, program, ...args, '--json'], {
      DATACORTEX_CONFIG_DIR: join(root, '.config'),
      ...env,
    })
  return {
    async run(args, { accept = [0] } = {}) {
      const { status, stdout, stderr } = await endOf(spawned(args))
      if (!accept.includes(status ?? -1))
        throw new Error(`datacortex ${args.join(' ')} ended with ${status}:\n${stderr}${stdout}`)
      return parse(stdout)
    },
    async start(args) {
      const child = spawned(args)
      const ended = endOf(child)
      if (child.stdout === null) throw new Error('A started process has a stdout.')
      const lines = createInterface({ input: child.stdout })
      const failed = ended.then(({ stderr }) => Promise.reject(new Error(`datacortex ${args.join(' ')}: ${stderr}`)))
      const [line] = (await Promise.race([once(lines, 'line'), failed])) as [string]
      // From here on its end is asked for.
      failed.catch(() => {})
      return {
        document: parse(line),
        async [Symbol.asyncDispose]() {
          child.kill('SIGINT')
          await ended
        },
      }
    },
  }
}

/** What a program printed, and how it ended; one that does not end is stopped after two minutes. */
export async function outputOf(
  [file = '', ...args]: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<{ readonly status: number | null; readonly text: string }> {
  const stdio = ['ignore', 'pipe', 'pipe'] as const
  const signal = AbortSignal.timeout(120_000)
  // As a shell says where it is; opencode asks for it.
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env, PWD: cwd }, stdio: [...stdio], signal })
  child.on('error', () => {})
  const { status, stdout, stderr } = await endOf(child).catch((error: unknown) => ({
    status: null,
    stdout: '',
    stderr: String(error),
  }))
  return { status, text: stdout + stderr }
}

/** Runs any program to its end, which must be a good one. */
export async function runProgram(command: readonly string[], cwd: string): Promise<void> {
  const { status, stdout, stderr } = await endOf(spawnIn(cwd, command, {}))
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}:\n${stderr}${stdout}`)
}

function spawnIn(cwd: string, command: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const [file = '', ...args] = command
  const inherited = Object.entries(process.env).filter(([name]) => !/^DATACORTEX_(?!CACHE_DIR$)/.test(name))
  return spawn(file, args, {
    cwd,
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

type End = { readonly status: number | null; readonly stdout: string; readonly stderr: string }

async function endOf(child: ChildProcess): Promise<End> {
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, stdout, stderr }
}

function parse(text: string): Document {
  return JSON.parse(text) as Document
}
