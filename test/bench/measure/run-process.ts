import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A Node program as a process of its own: arguments of `node`. */
export type Program = readonly string[]

/** How a process went. */
export type ProcessRun = {
  readonly stdout: string
  /** What the probe reported, if it was loaded; see probe.mjs. */
  readonly probe: Probe | undefined
}

/** What a process says of itself at its end. */
export type Probe = { readonly peakRssMb: number; readonly loadedFiles: readonly string[] }

/** The file that makes a process report a {@link Probe}. */
export const probeFile: string = fileURLToPath(new URL('probe.mjs', import.meta.url))

/**
 * Runs a Node program to its end.
 *
 * @param program - Arguments of `node`.
 * @param options - `probed`: let it report memory and loaded files, which takes it some time. `env`: beside that of this process.
 * @throws Error with what it wrote to stderr if it fails.
 */
export async function runProgram(
  program: Program,
  options: { readonly probed: boolean; readonly env?: NodeJS.ProcessEnv | undefined },
): Promise<ProcessRun> {
  const args = options.probed ? ['--import', probeFile, ...program] : program
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  })
  const texts = { stdout: '', stderr: '', probe: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text))
  child.stdio[3]?.on('data', (data: Buffer) => (texts.probe += data.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  if (status !== 0) throw new Error(`node ${program.join(' ')} ended with ${status}:\n${texts.stderr}${texts.stdout}`)
  return { stdout: texts.stdout, probe: texts.probe === '' ? undefined : (JSON.parse(texts.probe) as Probe) }
}
