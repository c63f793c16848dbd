import { execFile } from 'node:child_process'

/** How to run another program: never through a shell. */
export type RunOptions = {
  readonly directory: string
  /** Added to this process's environment. */
  readonly environment: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs a program with an argument array and gives its output. Throws the abort reason if aborted; otherwise an Error whose
 * message is the reason in one line.
 */
export function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  { directory, environment, timeoutMs, signal }: RunOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd: directory,
      env: { ...process.env, ...environment },
      timeout: timeoutMs,
      killSignal: 'SIGKILL' as const,
      maxBuffer: 10_000_000,
      windowsHide: true,
      ...(signal === undefined ? {} : { signal }),
    }
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else if (signal?.aborted === true) reject(signal.reason as Error)
      else reject(new Error(reasonOf(error, { program, stderr, timeoutMs }), { cause: error }))
    })
  })
}

function reasonOf(
  error: Error & { readonly code?: unknown; readonly killed?: boolean | undefined },
  { program, stderr, timeoutMs }: { readonly program: string; readonly stderr: string; readonly timeoutMs: number },
): string {
  if (error.code === 'ENOENT') return `the program ${program} is not installed`
  if (error.killed === true) return `${program} took longer than ${timeoutMs} ms`
  // The cause stands in the last lines that name an error; before it come notes on progress.
  const lines = stderr.split('\n').filter((line) => line.trim() !== '')
  const errors = lines.filter((line) => /error|fatal/i.test(line) && !/complete log/.test(line))
  const said = (errors.length > 0 ? errors : lines).slice(0, 3).join(' / ').slice(0, 500)
  // It goes into a sentence that has a full stop of its own.
  return `${program} says: ${said.replace(/[.\s]+$/, '')}`
}
