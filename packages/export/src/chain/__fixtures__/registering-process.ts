import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { anvilKeys } from './chain-space.ts'

/** Starts a process that registers agents; its last line of output is the report or the error's code. */
export function startRegistering(root: string, options: Readonly<Record<string, unknown>>): ChildProcess {
  const code = `
    import { spacePaths } from '@datacortex/platform'
    import { registerAgents } from ${JSON.stringify(new URL('../register-agents.ts', import.meta.url).href)}
    const options = JSON.parse(${JSON.stringify(JSON.stringify(options))})
    try {
      const report = await registerAgents(spacePaths(${JSON.stringify(root)}), { ...options, confirm: true, allowEnvKey: true })
      process.stdout.write(JSON.stringify(report.results) + '\\n')
    } catch (error) {
      process.stdout.write(JSON.stringify(error.code ?? String(error)) + '\\n')
    }
  `
  return spawn(
    process.execPath,
    ['--conditions=@datacortex/source', '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code],
    {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, DATACORTEX_PRIVATE_KEY: anvilKeys[0] },
    },
  )
}

/** What a process printed last, when it is over. */
export async function answerOf(child: ChildProcess): Promise<unknown> {
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
  await once(child, 'exit')
  const line = text.trim().split('\n').at(-1) ?? ''
  return line === '' ? undefined : JSON.parse(line)
}
