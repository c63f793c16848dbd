import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** A server of the test's own, in a folder of its own. */
export type PostgresServer = {
  readonly url: string
  /** Ends it at once, as a crash does, and starts it again. Absent where the server is somebody else's. */
  readonly restart?: () => Promise<void>
  readonly stop: () => Promise<void>
}

const nobody = 65_534

/**
 * Why no server can be had; undefined if one can.
 * @example describe.skipIf(noPostgres() !== undefined)('in PostgreSQL', () => {})
 */
export function noPostgres(): string | undefined {
  if (process.env['DATACORTEX_TEST_POSTGRES'] !== undefined || programs() !== undefined) return undefined
  return 'The store of PostgreSQL is not tested: DATACORTEX_TEST_POSTGRES is not set, and no postgres is installed.'
}

/**
 * Starts a server in a folder of its own, as a user without rights; or takes that of `DATACORTEX_TEST_POSTGRES`. Stop it.
 * @param options - `isDurable`: each commit is on the disk before it is answered; tests need not wait for that.
 * @example const { url, stop } = await startPostgres()
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const given = process.env['DATACORTEX_TEST_POSTGRES']
  if (given !== undefined) return { url: given, stop: async () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'pg-'))
  const data = join(folder, 'data')
  // PostgreSQL refuses to run as root.
  const user = process.geteuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const run = {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore'] as const,
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
  }
  execFileSync(join(programs() ?? '', 'initdb'), ['-D', data, '-U', 'tester', '-A', 'trust', '-N', '-E', 'UTF8'], {
    ...run,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Reached by a socket in that folder alone.
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    `listen_addresses = ''\nunix_socket_directories = '${folder}'\nfsync = ${isDurable ? 'on' : 'off'}\nshared_buffers = 16MB\n`,
  )
  let server: ChildProcess
  const start = async (): Promise<void> => {
    server = spawn(join(programs() ?? '', 'postgres'), ['-D', data], { ...run, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    for await (const chunk of server.stderr ?? []) {
      said += String(chunk)
      if (said.includes('ready to accept connections')) break
    }
    if (!said.includes('ready to accept connections')) throw new Error(said)
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return
    server.kill(signal)
    await once(server, 'exit')
  }
  await start()
  return {
    url: `postgres://tester@localhost/postgres?host=${encodeURIComponent(folder)}`,
    restart: async () => {
      await end('SIGQUIT')
      await start()
    },
    stop: async () => {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Where its programs are: those of a distribution lie outside of PATH. */
function programs(): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin'),
    ...globSync('/usr/local/opt/postgresql*/bin'),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
}
