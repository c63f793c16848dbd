import type { LoadPluginOptions } from '../plugins/load-plugin.ts'
import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { type Finding, codedError, findingOf } from '@datacortex/errors'
import { inTemporaryFolder, patientLimit } from '@datacortex/platform'
import { pluginError } from '@datacortex/plugin'
import { moduleError } from '../errors.ts'
import { findEntry } from '../contents/module-package.ts'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import type { FromTrial, GivenSettings, TrialStart } from './trial-protocol.ts'

export type TryModuleOptions = Pick<LoadPluginOptions, 'timeoutMs' | 'conditions' | 'signal'> & {
  /** What the settings of the space say to it, if anything. */
  readonly given?: GivenSettings | undefined
}

/** Imports and starts code in a process of its own, without secrets and network: failing for them is no fault. */
export async function tryModule(module: DiscoveredModule, options: TryModuleOptions = {}): Promise<readonly Finding[]> {
  const { name, manifest } = module
  const { conditions = [], given, signal, timeoutMs = patientLimit(10_000) } = options
  signal?.throwIfAborted()
  try {
    const entry = await findEntry(module, conditions)
    if (entry !== undefined) {
      return await inTemporaryFolder('trial', async (dataDir) => {
        const start = { module, entry, given, dataDir, timeoutMs, memoryMb }
        return await foundInProcess(start, { conditions, signal })
      })
    }
    const { hooks, subagents } = manifest.provides
    if (hooks.length + Object.keys(subagents).length === 0) return []
    const issues = ['module.yaml provides what needs code, and package.json names no entry under exports["."]']
    throw pluginError('PLUGIN_INVALID', { name, issues, wrong: 'package' })
  } catch (error) {
    return [findingOf(codedError(error), name)]
  }
}

const memoryMb = 2048
// So long after the process should have said so itself, it is taken for one that never yields.
const graceMs = 500
const startMs = 30_000

async function foundInProcess(
  start: TrialStart,
  { conditions, signal }: { readonly conditions: readonly string[]; readonly signal: AbortSignal | undefined },
): Promise<readonly Finding[]> {
  const { name } = start.module
  const child = fork(new URL(`./trial-process${extname(import.meta.filename)}`, import.meta.url), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning', ...conditions.map((condition) => `--conditions=${condition}`)],
  })
  const gone = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  const { promise, resolve, reject } = Promise.withResolvers<readonly Finding[]>()
  const failed = (reason: string): void =>
    resolve([findingOf(moduleError('MODULE_CODE_FAILED', { name, reason }), name)])
  let doing = 'starting its process'
  const late = (): void => failed(`${doing} took longer than ${start.timeoutMs} ms`)
  let timer = setTimeout(late, patientLimit(startMs))
  const onAbort = (): void => reject(signal?.reason as Error)
  signal?.addEventListener('abort', onAbort, { once: true })
  child
    .on('message', (message: FromTrial) => {
      if (message.kind === 'found') return resolve(message.findings)
      doing = message.what
      clearTimeout(timer)
      timer = setTimeout(late, start.timeoutMs + graceMs)
    })
    .once('error', ({ message }) => failed(message))
    .once('exit', (code, signalName) => failed(`${doing} ended the process (${signalName ?? `exit status ${code}`})`))
  try {
    child.send(start, () => {})
    return await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      child.kill('SIGKILL')
      await gone
    }
  }
}
