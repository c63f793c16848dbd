import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CodedError, thrownText } from '@datacortex/errors'
import { type SubAgent, type SubAgentInput, checkExtraction } from '@datacortex/plugin'
import { moduleError } from '../errors.ts'
import { loadPlugin } from '../plugins/load-plugin.ts'
import { type FromChild, type SentInput, type ToChild, sentError } from './extraction-protocol.ts'

// The child process: it starts sub-agents when they are first needed and extracts one input at a time.

type Start = Extract<ToChild, { kind: 'start' }>

const subAgents = new Map<string, Promise<SubAgent>>()
let started: Start | undefined
let current = new AbortController()

process.on('message', (message: ToChild) => {
  if (message.kind === 'start') start(message)
  else if (message.kind === 'abort') current.abort(new Error('the caller gave up'))
  else void answer(message)
})
// Ctrl-C and the hang-up of a terminal reach every process of the group: the parent decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit(0))

function start(message: Start): void {
  started = message
  const file = new URL(`./memory-watch${extname(import.meta.filename)}`, import.meta.url)
  new Worker(file, { workerData: message.memoryMb }).unref()
  send({ kind: 'ready' })
}

async function answer({ job, modules, input }: Extract<ToChild, { kind: 'extract' }>): Promise<void> {
  current = new AbortController()
  try {
    send({ kind: 'extracted', job, ...(await extract(modules, await whole(input))), rssMb: rssMb() })
  } catch (error) {
    const coded = CodedError.is(error)
      ? error
      : moduleError('MODULE_CODE_FAILED', { name: modules.join(', '), reason: thrownText(error) }, { cause: error })
    send({ kind: 'failed', job, error: sentError(coded) })
  }
}

async function extract(
  modules: readonly string[],
  input: SubAgentInput,
): Promise<Pick<Extract<FromChild, { kind: 'extracted' }>, 'module' | 'extraction'>> {
  for (const name of modules) {
    const subAgent = await subAgentOf(name)
    if (!subAgent.accepts(input)) continue
    const extraction: unknown = await subAgent.extract(input, { signal: current.signal })
    return { module: name, extraction: checkExtraction(extraction, { name }) }
  }
  return { module: undefined, extraction: undefined }
}

async function subAgentOf(name: string): Promise<SubAgent> {
  const starting = subAgents.get(name) ?? startSubAgent(name)
  subAgents.set(name, starting)
  return await starting
}

async function startSubAgent(name: string): Promise<SubAgent> {
  const wanted = started?.modules.find(({ module }) => module.name === name)
  if (started === undefined || wanted === undefined)
    throw moduleError('MODULE_CODE_FAILED', { name, reason: 'this process was not told about it' })
  const { module, settings, network } = wanted
  const { paths, userDirectory, conditions, robots } = started
  const plugin = await loadPlugin(module, { paths, settings, network, userDirectory, conditions, robots })
  if (plugin.kind !== 'sub-agent')
    throw moduleError('MODULE_CODE_FAILED', { name, reason: `its code is of the kind ${plugin.kind}` })
  return plugin.started
}

async function whole({ bytes, ...input }: SentInput): Promise<SubAgentInput> {
  if (bytes !== 'read') return { ...input, bytes }
  return { ...input, bytes: await readFile(input.path ?? input.name) }
}

function rssMb(): number {
  return Math.round(process.memoryUsage.rss() / 1024 / 1024)
}

function send(message: FromChild): void {
  if (process.connected) process.send?.(message)
}
