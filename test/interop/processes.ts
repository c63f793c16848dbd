import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../apps/cli/bin/datacortex.js', import.meta.url))

/** A document that `datacortex` printed. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Document = Record<string, any>

/** A process that goes on after its first document. */
export type Service = AsyncDisposable & { readonly document: Document }

/** Runs a program to its end and gives back its stdout. */
export async function runProgram(
  [file = '', ...args]: readonly string[],
  options: { readonly cwd: string; readonly accept?: readonly number[] | undefined },
): Promise<string> {
  const child = start(file, { args, cwd: options.cwd })
  let [stdout, stderr] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [status] = (await once(child, 'close')) as [number | null]
  if (!(options.accept ?? [0]).includes(status ?? -1))
    throw new Error(`${[file, ...args].join(' ')} ended with ${status}:\n${stderr}${stdout}`)
  return stdout
}
