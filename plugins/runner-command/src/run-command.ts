import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import type { CodedError } from '@datacortex/errors'
import { atExit } from './at-exit.ts'
import { drainOutput } from './drain-output.ts'
import { commandError } from './errors.ts'
import type { HideSecrets } from '@datacortex/plugin'
import { OutputBuffer } from './output-buffer.ts'
import { programAnswer } from './program-answer.ts'
import { stopGroup } from './stop-group.ts'

export type RunCommandOptions = {
  readonly environment: Readonly<Record<string, string>>
  readonly directory: string
  readonly prompt: string
  readonly max_output_bytes: number
  readonly kill_after_ms: number
  readonly signal: AbortSignal
  readonly onOutput?: ((chunk: string) => void) | undefined
  readonly hide: HideSecrets
  /** Names of variables that are set here and were not given to it. */
  readonly withheld: () => readonly string[]
}

export type CommandOutput = {
  readonly text: string
  /** The end of it. */
  readonly stderr: string
  readonly sizeBytes: number
  /** Whether it was stopped because it wrote too much. */
  readonly truncated: boolean
  /** Whether something that it left running still had stdout open, and was stopped. */
  readonly leftOpen: boolean
}

// Programs hand their output on to others, which may be slow; one that only holds it open is not waited for.
const drainLimits = { idleMs: 1000, mostMs: 60_000 }
const stderrBytes = 2000

/** Runs a program to its end, and nothing of its process group outlives this call. */
export async function runCommand([program, ...args]: readonly [string, ...string[]], options: RunCommandOptions) {
  const { signal, hide, onOutput } = options
  signal.throwIfAborted()
  const child = start(program, args, options)
  const shown = hide.stream()
  const tell = (text: string): void => {
    if (text !== '') onOutput?.(text)
  }
  const stdout = new OutputBuffer({ maxBytes: options.max_output_bytes, onText: (text) => tell(shown.push(text)) })
  const stderr = new OutputBuffer({ maxBytes: stderrBytes, keep: 'end' })
  const exited = new Promise<number | string>((resolve, reject) => {
    child.once('error', (cause) => reject(notStarted(program, cause)))
    child.once('exit', (code, killedBy) => resolve(code ?? killedBy ?? 'an unknown status'))
  })
  const stop = (): void => stopGroup(child, { killAfterMs: options.kill_after_ms })
  using _ = atExit(() => stopGroup(child, { killAfterMs: 0 }))
  signal.addEventListener('abort', stop, { once: true })
  try {
    child.stdout.on('data', (chunk: Buffer) => {
      if (stdout.add(chunk)) return
      // What is too much is not even read.
      child.stdout.destroy()
      stop()
    })
    child.stderr.on('data', (chunk: Buffer) => void stderr.add(chunk))
    // A program may end without reading all, or any, of its input.
    child.stdin.on('error', () => {})
    child.stdin.end(options.prompt)
    const status = await exited
    // The group has no leader any more: what is left of it is stopped below.
    signal.removeEventListener('abort', stop)
    const isWhole = await drainOutput(child, { ...drainLimits, signal })
    tell(shown.end(stdout.cut))
    signal.throwIfAborted()
    const complaint = stripVTControlCharacters(hide.text(stderr.text(), stderr.cut)).trim()
    if (status !== 0 && !stdout.isFull)
      throw commandError('RUNNER_COMMAND_FAILED', {
        program,
        status,
        withheld: options.withheld(),
        stderr: complaint,
        stdout: hide.text(programAnswer(stdout.text()).text).trim().slice(-stderrBytes).toWellFormed(),
      })
    const text = hide.text(stdout.text(), stdout.cut)
    return { text, stderr: complaint, sizeBytes: stdout.sizeBytes, truncated: stdout.isFull, leftOpen: !isWhole }
  } finally {
    signal.removeEventListener('abort', stop)
    // Grandchildren that were left behind.
    stopGroup(child, { killAfterMs: 0 })
  }
}

function start(program: string, args: readonly string[], { directory, environment }: RunCommandOptions) {
  try {
    return spawn(program, args, { cwd: directory, env: environment, detached: true, windowsHide: true, stdio: 'pipe' })
  } catch (error) {
    // Some reasons it throws, others come as an event.
    throw error instanceof Error ? notStarted(program, error) : error
  }
}

function notStarted(program: string, cause: NodeJS.ErrnoException): CodedError {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such program',
    EACCES: 'it may not be executed',
    E2BIG: 'its arguments are too long',
  }
  const reason = reasons[cause.code ?? ''] ?? cause.message
  return commandError('RUNNER_COMMAND_NOT_STARTED', { program, reason }, { cause })
}
