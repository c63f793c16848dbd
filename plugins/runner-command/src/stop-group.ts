import type { ChildProcess } from 'node:child_process'

/** Stops a process and all that it started, politely first. `killAfterMs`: how long the polite signal has. */
export function stopGroup(child: ChildProcess, { killAfterMs }: { killAfterMs: number }): void {
  if (killAfterMs === 0) return signalGroup(child, 'SIGKILL')
  signalGroup(child, 'SIGTERM')
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), killAfterMs)
  child.once('exit', () => clearTimeout(timer))
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // Nobody is left.
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error
  }
}
