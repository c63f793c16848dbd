import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { patientLimit, systemErrorCode, withTimeLimit } from '@datacortex/platform'
import { exportError } from '../../errors.ts'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// When this process dies in whatever way, the pipe closes and the watcher ends anvil, which takes over the shell's id.
const watched = 'exec 3<&0; (cat <&3 >/dev/null 2>&1; kill -9 $$) >/dev/null 2>&1 & exec "$@" 3<&- </dev/null'

/** Starts anvil and waits until it listens. `port`: 0 or absent takes a free one. */
export async function spawnAnvil(
  args: readonly string[],
  { port = 0, signal }: { port?: number | undefined; signal?: AbortSignal | undefined } = {},
) {
  signal?.throwIfAborted()
  const command = [anvilBinary(), '--host', '127.0.0.1', '--port', String(port), ...args]
  const child =
    process.platform === 'win32'
      ? spawn(command[0] ?? '', command.slice(1), { stdio: 'pipe' })
      : spawn('/bin/sh', ['-c', watched, 'sh', ...command], { stdio: 'pipe', detached: true })
  // Ends everything in its group too; safe to call twice.
  const close = async (): Promise<void> => await end(child)
  try {
    return { url: await listening(child, signal), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function listening(child: ChildProcess, signal: AbortSignal | undefined): Promise<string> {
  const timeoutMs = patientLimit(30_000)
  const late = exportError('EXPORT_LOCAL_CHAIN_FAILED', { reason: `anvil did not listen within ${timeoutMs} ms` })
  return await withTimeLimit(async () => await addressOf(child), { timeoutMs, late, signal })
}

async function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  return await new Promise((resolve, reject) => {
    const fail = (reason: string): void => reject(exportError('EXPORT_LOCAL_CHAIN_FAILED', { reason }))
    const hear = (chunk: Buffer): void => {
      said = `${said}${chunk.toString('utf8')}`.slice(-4000)
      const url = /Listening on (127\.0\.0\.1:\d+)/.exec(said)?.[1]
      if (url === undefined) return
      // Nobody reads on; a full pipe would stop it.
      child.stdout?.off('data', hear).resume()
      child.stderr?.off('data', hear).resume()
      resolve(`http://${url}`)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', (error) => fail(error.message))
    child.once('exit', () => fail(`anvil ended: ${said.trim().split('\n').at(-1) ?? 'it said nothing'}`))
  })
}

async function end(child: ChildProcess): Promise<void> {
  const isOver = child.exitCode !== null || child.signalCode !== null || child.pid === undefined
  const exit = isOver ? undefined : once(child, 'exit')
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch (error) {
    // The group is gone already.
    if (systemErrorCode(error) !== 'ESRCH') throw error
  }
  await exit
}

/** The path of anvil's program, which comes in an npm package for each system. */
function anvilBinary(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const system = process.platform
  const name = `@foundry-rs/anvil-${system}-${architecture}`
  try {
    // Only anvil's own package sees the one that holds the program.
    const require = createRequire(import.meta.url)
    const anvil = require.resolve('@foundry-rs/anvil/package.json')
    const folder = dirname(createRequire(anvil).resolve(`${name}/package.json`))
    return join(folder, 'bin', system === 'win32' ? 'anvil.exe' : 'anvil')
  } catch (error) {
    if (systemErrorCode(error) !== 'MODULE_NOT_FOUND') throw error
    throw exportError('EXPORT_LOCAL_CHAIN_FAILED', { reason: `the npm package ${name} is not installed` })
  }
}
