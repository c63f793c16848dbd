import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { environment } from './environment.ts'
import { trustBefore } from './trust-all.ts'

/** The built program. `pnpm test` builds it first. */
export const program: string = fileURLToPath(new URL('../../apps/cli/bin/datacortex.js', import.meta.url))

/** The sample data of the tour. */
export const sample: string = fileURLToPath(new URL('../../apps/cli/sample', import.meta.url))

/** Where and how a process runs. */
export type RunOptions = {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Text or bytes for stdin; without it stdin is empty. */
  readonly input?: string | Uint8Array | undefined
  /** A program and its arguments that start the command, such as `unshare -rn`. */
  readonly through?: readonly string[] | undefined
  /** Whether the user has said nothing of the space; else they trust all that its settings want. */
  readonly isStranger?: boolean | undefined
}

/** How a process ended. */
export type Run = {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A process that runs, and its end. */
export type StartedRun = { readonly child: ChildProcess; readonly ended: Promise<Run> }

/** Starts `datacortex` with its own configuration folder and without a terminal. */
export function startDatacortex(args: readonly string[], options: RunOptions): StartedRun {
  const [file = process.execPath, ...rest] = [...(options.through ?? []), process.execPath, program, ...args]
  return startProgram(file, { ...options, args: rest })
}

/** Runs `datacortex` to its end. */
export async function runDatacortex(args: readonly string[], options: RunOptions): Promise<Run> {
  if (options.isStranger !== true) await trustBefore(args, options)
  return await startDatacortex(args, options).ended
}

/** Its arguments, and how many pipes it has beside its streams. */
type ProgramOptions = RunOptions & { readonly args: readonly string[]; readonly pipes?: number }

/** Starts any program in the environment of the tests. */
export function startProgram(file: string, options: ProgramOptions): StartedRun {
  const child = spawn(file, options.args, {
    cwd: options.cwd,
    env: { ...environment(options.cwd), ...options.env },
    stdio: ['pipe', 'pipe', 'pipe', ...Array.from({ length: options.pipes ?? 0 }, () => 'pipe' as const)],
  })
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  // A program that ends without reading its input is no fault of the test.
  child.stdin?.on('error', () => {})
  child.stdin?.end(options.input ?? '')
  const ended = new Promise<Run>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => resolve({ status, signal, stdout, stderr }))
  })
  return { child, ended }
}

/** Runs a command with `--json` that must end with this status, and gives back its one document. */
export async function runJson(
  args: readonly string[],
  options: RunOptions & { readonly status?: number | undefined },
): Promise<unknown> {
  return parsedJson(await runDatacortex([...args, '--json'], options), { args, status: options.status })
}

/** The one document of a run with `--json` that must have ended with this status. */
export function parsedJson(
  run: Run,
  { args, status = 0 }: { readonly args: readonly string[]; readonly status?: number | undefined },
): unknown {
  expect(run.status, `status of datacortex ${args.join(' ')}\n${run.stdout}${run.stderr}`).toBe(status)
  expect(run.stdout.split('\n'), 'one line and its end').toHaveLength(2)
  return JSON.parse(run.stdout)
}
