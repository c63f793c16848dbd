import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** A process of the running test and its lines of output. */
export type Child = {
  readonly process: ChildProcess
  readonly lines: readonly string[]
  /** The first line, old or new, that satisfies a condition. */
  line(wanted: (line: string) => boolean): Promise<string>
  /** Exit code; null if it was killed. */
  readonly exit: Promise<number | null>
}

/** Starts a script of this folder against the source of the packages. */
export function startChild(script: string, ...parameters: readonly string[]): Child {
  const file = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(
    process.execPath,
    ['--conditions=@datacortex/source', '--disable-warning=ExperimentalWarning', file, ...parameters],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  const waiting = new Set<() => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    for (const check of waiting) check()
  })
  const exit = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  const line = (wanted: (line: string) => boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const found = lines.find(wanted)
        if (found === undefined) return
        waiting.delete(check)
        resolve(found)
      }
      waiting.add(check)
      void exit.then((code) => reject(new Error(`It ended with ${code} and said ${JSON.stringify(lines)}.`)))
      check()
    })
  return { process: child, lines, line, exit }
}
