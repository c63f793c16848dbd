import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Starts a Node process that runs a module text against the source of the packages. */
export function startScript(code: string): ChildProcess {
  return spawn(
    process.execPath,
    ['--conditions=@datacortex/source', '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
}

/** Waits for the end of a process and gives its exit status. */
export async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** Goes on after some turns of the event loop: a moment that no clock names. */
export async function eventLoopTurns(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Waits for the first output of a process. */
export async function firstOutput(child: ChildProcess): Promise<void> {
  if (child.stdout === null) throw new Error('the process has no output')
  await once(child.stdout, 'data')
}
