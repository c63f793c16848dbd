import { spawn } from 'node:child_process'
import { attempt } from '@datacortex/errors'
import { programToStart } from '../commands/program-path.ts'
import { ifRefused } from '../files/if-missing.ts'
import { systemErrorCode } from '../files/system-error-reason.ts'

/** How to run another program: never through a shell. */
export type RunOptions = {
  readonly directory: string
  /** In the place of this process's own variables of the same name; undefined ones are taken away. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  /** What it reads; nothing if absent. */
  readonly input?: string | undefined
  readonly signal?: AbortSignal | undefined
}

const maxOutputBytes = 20_000_000
const hasGroups = process.platform !== 'win32'

/**
 * Gives the output of a program. When time is up or on abort all that it started ends with it.
 * @param command - The program and its arguments.
 * @param options - Where, with which variables, how long.
 * @throws The abort reason, `PLATFORM_PROGRAM_REFUSED`, or an Error with the reason in one line.
 * @example await runProgram(['git', '--version'], { directory: '/', environment: {}, timeoutMs: 1000 })
 */
export async function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  { directory, environment, timeoutMs, input, signal }: RunOptions,
): Promise<string> {
  // First, so that no abort falls between the look at the signal and the start.
  const file = await programToStart(program)
  const limit = AbortSignal.timeout(timeoutMs)
  const stop = AbortSignal.any([limit, ...(signal === undefined ? [] : [signal])])
  signal?.throwIfAborted()
  const child = spawn(file, args, {
    cwd: directory,
    env: { ...process.env, ...environment },
    stdio: 'pipe',
    detached: hasGroups,
    windowsHide: true,
  })
  const end = (): void => {
    if (child.pid === undefined) return
    if (hasGroups) attempt(() => process.kill(-Number(child.pid), 'SIGKILL'), ifRefused(false))
    else spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
  }
  stop.addEventListener('abort', end)
  process.once('exit', end)
  // A program that ends before it has read all says itself why.
  child.stdin.on('error', () => undefined).end(input)
  const output: Buffer[] = []
  let bytes = 0
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxOutputBytes) end()
    else output.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-20_000)))
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    signal?.throwIfAborted()
    if (limit.aborted) throw new Error(`${program} took longer than ${timeoutMs} ms`)
    if (bytes > maxOutputBytes) throw new Error(`${program} says more than ${maxOutputBytes} bytes`)
    if (code !== 0) throw new Error(`${program} says: ${lastWords(said)}`)
    return Buffer.concat(output).toString()
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
    throw new Error(`the program ${program} is not installed`, { cause: error })
  } finally {
    stop.removeEventListener('abort', end)
    process.off('exit', end)
  }
}

/** The cause stands in the last lines that name an error; before it come notes on progress. */
function lastWords(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '')
  const errors = lines.filter((line) => /error|fatal/i.test(line) && !/complete log/.test(line))
  const said = (errors.length > 0 ? errors : lines).slice(0, 3).join(' / ').slice(0, 500)
  // It goes into a sentence that has a full stop of its own.
  return said.replace(/[.\s]+$/, '')
}
