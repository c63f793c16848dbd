import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/** A started process; `ended` gives what it wrote to stderr and how it ended. */
export type Started = {
  readonly process: ChildProcess
  readonly ended: Promise<{
    readonly code: number | null
    readonly signal: NodeJS.Signals | null
    readonly errors: string
  }>
}

/** Runs a module text in a Node process of its own, which has `readRegistry`, `updateRegistry` and `spacePaths`. */
export function startNode(code: string, { args }: { args: readonly string[] }): Started {
  const modules = new URL('../', import.meta.url)
  const script = [
    `import { updateRegistry } from ${JSON.stringify(new URL('edit/update-registry.ts', modules).href)}`,
    `import { readRegistry } from ${JSON.stringify(new URL('read/read-registry.ts', modules).href)}`,
    `import { spacePaths } from ${JSON.stringify(import.meta.resolve('@datacortex/platform'))}`,
    code,
  ].join('\n')
  const child = spawn(
    process.execPath,
    ['--conditions=@datacortex/source', '--input-type=module', '--eval', script, '--', ...args],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk))
  return { process: child, ended: once(child, 'close').then(([code_, signal]) => ({ code: code_, signal, errors })) }
}
