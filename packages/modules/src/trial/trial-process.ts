import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { type Finding, CodedError, findingOf, infoFinding, warningFinding } from '@datacortex/errors'
import { withTimeLimit } from '@datacortex/platform'
import type { Plugin, PluginContext } from '@datacortex/plugin'
import { moduleError } from '../errors.ts'
import { failureReason } from '../plugins/failure-reason.ts'
import { checkPlugin, checkStarted } from '../plugins/plugin-contract.ts'
import { providePackages } from '../plugins/provide-packages.ts'
import { checkConfig, checkProvided } from './check-config.ts'
import type { FromTrial, TrialStart } from './trial-protocol.ts'

// The child process: it imports and starts the code of one module, tells what is wrong with it, and is ended by its parent.

// Whether the code wanted what a trial does not give, so that a failure after it says nothing of the code.
let hasAsked = false

process.on('message', (start: TrialStart) => void attempt(start))
// Ctrl-C and the hang-up of a terminal reach every process of the group: the parent decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit(0))

async function attempt(start: TrialStart): Promise<void> {
  const watch = new URL(`../subagents/memory-watch${extname(import.meta.filename)}`, import.meta.url)
  new Worker(watch, { workerData: start.memoryMb }).unref()
  const fail = async (error: unknown): Promise<void> => send({ kind: 'found', findings: [await failure(start, error)] })
  // What its code throws in a timer ends a program, too.
  process.on('uncaughtException', (error) => void fail(error))
  // oxlint-disable-next-line no-restricted-properties -- code that does not use the one it is given fetches nothing either
  globalThis.fetch = refuse
  try {
    send({ kind: 'found', findings: await findingsOf(start) })
  } catch (error) {
    await fail(error)
  }
}

async function findingsOf(start: TrialStart): Promise<readonly Finding[]> {
  const { module, entry, timeoutMs } = start
  const { name, manifest, directory, origin } = module
  if (origin === 'installed') providePackages(directory)
  send({ kind: 'doing', what: 'importing it' })
  const loaded: unknown = await withTimeLimit(() => import(pathToFileURL(entry).href), {
    timeoutMs,
    what: 'importing it',
  })
  const plugin = checkPlugin(loaded, { name })
  const findings = [...unknownKeys(plugin), ...checkProvided(manifest, plugin.kind)]
  const checked = checkConfig(plugin, start)
  if ('findings' in checked) return [...findings, ...checked.findings]
  send({ kind: 'doing', what: 'starting it' })
  try {
    const context = contextOf(start, checked.config)
    const started: unknown = await withTimeLimit(() => plugin.setup(context), { timeoutMs, what: 'starting it' })
    // One fault may be the reason of the next.
    if (findings.some(({ severity }) => severity === 'error')) return findings
    await using _ = checkStarted(started, { module, kind: plugin.kind, timeoutMs })
    return findings
  } catch (error) {
    // What it says in words of its own may be true of this machine only, such as a program that is not installed.
    const isOwnWord = CodedError.is(error) && error.code !== 'PLUGIN_INVALID' && !hasAsked
    return [...findings, isOwnWord ? { ...findingOf(error, name), severity: 'warning' } : await failure(start, error)]
  }
}

/** Nothing of outside is asked in a trial, and no secret leaves its file. */
function contextOf({ dataDir }: TrialStart, config: unknown): PluginContext<unknown> {
  const quiet = (): void => {}
  return {
    config,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    fetch: refuse,
    socket: refuse,
    secret: () => {
      hasAsked = true
      return Promise.resolve(undefined)
    },
    now: Date.now,
    dataDir,
  }
}

function refuse(): Promise<never> {
  hasAsked = true
  return Promise.reject(new Error('nothing is fetched while a module is only tried'))
}

function unknownKeys(plugin: Plugin): readonly Finding[] {
  return Object.keys(plugin)
    .filter((key) => !known.has(key))
    .map((key) => {
      const hint = key === 'settings' || key === 'schema' ? 'The schema of its settings is `config`.' : undefined
      const message = `its plugin has ${JSON.stringify(key)}, which nothing reads`
      return warningFinding('MODULE_ODD', plugin.name, { message, hint })
    })
}

const known: ReadonlySet<string> = new Set(['name', 'kind', 'config', 'setup'] satisfies (keyof Plugin)[])

async function failure({ module }: TrialStart, error: unknown): Promise<Finding> {
  const { name } = module
  if (hasAsked && !CodedError.is(error, 'PLUGIN_INVALID')) return untried(name, await failureReason(error, module))
  if (CodedError.is(error)) return findingOf(error, name)
  return findingOf(moduleError('MODULE_CODE_FAILED', { name, reason: await failureReason(error, module) }), name)
}

function untried(subject: string, reason: string): Finding {
  const message = `whether it starts is not known: it asks for the network or a secret at once, and then: ${reason}`
  return infoFinding('MODULE_UNTRIED', subject, { message })
}

function send(message: FromTrial): void {
  if (process.connected) process.send?.(message)
}
