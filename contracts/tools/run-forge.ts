import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { delimiter, dirname, resolve } from 'node:path'
import { text } from 'node:stream/consumers'

/** The folder with foundry.toml. */
export const contractsFolder: string = resolve(import.meta.dirname, '..')

export type ForgeRun = { readonly status: number | null; readonly stdout: string; readonly stderr: string }

export async function runForge(
  args: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>> | undefined } = {},
): Promise<ForgeRun> {
  const child = spawn(forgeBinary(), args, {
    cwd: contractsFolder,
    env: { ...environment(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { status, stdout, stderr }
}

/** Not the script of the package: it ends with 0 when forge fails. */
function forgeBinary(): string {
  const script = createRequire(import.meta.url).resolve('@foundry-rs/forge/bin.mjs')
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return createRequire(script).resolve(`@foundry-rs/forge-${process.platform}-${architecture}/bin/forge${suffix}`)
}

/** The compiler is a program of Node: it gets this Node. Settings of the machine's owner stay out. */
function environment(): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:FOUNDRY_|DAPP_|NODE_OPTIONS$|VITEST)/.test(name))
  return {
    ...Object.fromEntries(own),
    PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
    NO_COLOR: '1',
  }
}
