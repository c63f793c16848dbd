import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { anvilKeys } from './chain-space.ts'

/** A process that registers agents, one run after the other. */
export type Registrar = {
  readonly child: ChildProcess
  /** Runs with `confirm`: the results of the report, the error's code, or undefined if the process ended before. */
  run(root: string, options: Readonly<Record<string, unknown>>): Promise<unknown>
  /** Lets the process end. */
  close(): Promise<void>
}

const code = `
  import { ownPaths, spacePaths } from '@datacortex/platform'
  import { registerAgents } from ${JSON.stringify(new URL('../register-agents.ts', import.meta.url).href)}
  process.on('message', async ({ root, options, env }) => {
    Object.assign(process.env, env)
    const answer = await registerAgents(ownPaths(spacePaths(root)), { ...options, confirm: true, allowEnvKey: true }).then(
      ({ results }) => results,
      (error) => error.code ?? String(error),
    )
    process.send({ answer })
  })
`

/** Starts such a process; it ends with this one. */
export function startRegistrar(): Registrar {
  const child = spawn(
    process.execPath,
    ['--conditions=@datacortex/source', '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code],
    { cwd: fileURLToPath(new URL('../../..', import.meta.url)), stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  const exit = once(child, 'exit')
  return {
    child,
    async run(root, options) {
      // The key is gone after each run, and each test has a folder of its own.
      const env = {
        DATACORTEX_PRIVATE_KEY: anvilKeys[0],
        DATACORTEX_CONFIG_DIR: process.env['DATACORTEX_CONFIG_DIR'],
      }
      const answered = once(child, 'message') as Promise<[{ readonly answer: unknown }]>
      child.send({ root, options, env })
      return await Promise.race([answered.then(([{ answer }]) => answer), exit.then(() => undefined)])
    },
    async close() {
      if (child.connected) child.disconnect()
      await exit
    },
  }
}
