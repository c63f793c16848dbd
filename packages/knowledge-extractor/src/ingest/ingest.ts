import { join } from 'node:path'
import type { CodedError } from '@datacortex/errors'
import {
  createSlots,
  ifRefused,
  inTurns,
  patientLimit,
  removeTemporaryFiles,
  sha256,
  withLock,
} from '@datacortex/platform'
import type { OnProgress } from '@datacortex/platform'
import { knowledgeError } from '../errors.ts'
import { type KnowledgeInput, inputName } from '../knowledge-input.ts'
import { ignoredFolders, knowledgeFolders } from '../notes/knowledge-folders.ts'
import type { KnowledgePorts, WritesPort } from '../ports.ts'
import { collectInputs, type Collected } from './collect-inputs.ts'
import { openIngestJournal, type IngestJournal } from './ingest-journal.ts'
import { type IngestReport, ingestCompletePayload, ingestReport, type Outcome } from './ingest-report.ts'
import { availableParallelism } from 'node:os'
import { openKnowledgeExtractor } from '../extract-knowledge.ts'
import { ingestOne } from './ingest-one.ts'

export type IngestOptions = {
  readonly signal: AbortSignal
  readonly onProgress?: OnProgress | undefined
  /** Nothing is written, no hook is called; the report says what would come about. */
  readonly dryRun?: boolean | undefined
  /** Inputs at the same time; as many as there are cores if absent. */
  readonly concurrency?: number | undefined
}

/**
 * Ingests files, folders, addresses and text: several at the same time, each once, and after a kill from where it was.
 * @returns The report. An input that fails is a result with `error`, and the batch goes on.
 * @throws `KNOWLEDGE_INGEST_RUNNING` if the same batch runs already; the abort reason; `PLATFORM_FILE_UNWRITABLE` if
 *   the journal can't be written.
 * @example const { counts } = await ingest(['/desk/inbox', 'https://example.org/a'], ports, { signal })
 */
export async function ingest(
  inputs: readonly (string | KnowledgeInput)[],
  ports: KnowledgePorts,
  options: IngestOptions,
): Promise<IngestReport> {
  const { signal, dryRun = false } = options
  const startedAt = performance.now()
  const folders = knowledgeFolders(ports.space, ports.locations)
  const findings = ignoredFolders(ports.space, ports.locations)
  const { collected, passedOver } = await collectInputs(inputs, { ports, folders, signal })
  const batch = batchId(inputs, ports)
  const facts = { batch, findings, passedOver, startedAt }
  if (dryRun) {
    const { plan } = ports.writes
    const writeAll: WritesPort['writeAll'] = async (requests, how) =>
      await Promise.all(requests.map(async (request) => await plan(request, how)))
    const planned = { plan, write: plan, writeAll }
    const quiet: KnowledgePorts = { ...ports, hooks: undefined, writes: planned, isDryRun: true }
    return ingestReport(await runInputs(collected, { ports: quiet, journal: undefined, ...options }), facts)
  }
  const run = async (): Promise<IngestReport> => {
    const journal = await openIngestJournal(ports.paths, batch)
    // A complete run is only good for files that are still the same; addresses may have something new.
    if (journal.isComplete) await journal.restart(({ key }) => key.startsWith('file:'))
    const made = ingestReport(await runInputs(collected, { ports, journal, ...options }), facts)
    await ports.hooks?.emit('ingest_complete', ingestCompletePayload(made), { signal })
    await journal.complete()
    for (const folder of [folders.literature, folders.zettel])
      await removeTemporaryFiles(join(ports.paths.root, folder), { now: (ports.now ?? Date.now)() }).catch(
        ifRefused(undefined),
      )
    return made
  }
  const lock = join(ports.paths.locksDirectory, `ingest-${batch}`)
  const busy = (cause: CodedError): CodedError => knowledgeError('KNOWLEDGE_INGEST_RUNNING', { batch }, { cause })
  return await withLock(lock, run, { signal, timeoutMs: patientLimit(lockWaitMs), busy })
}

/** Long enough for a process that was killed to be gone. */
const lockWaitMs = 1000

/** The same command is the same batch, whatever was added to its folders since. */
function batchId(inputs: readonly (string | KnowledgeInput)[], ports: KnowledgePorts): string {
  const names = inputs.map((input) => (typeof input === 'string' ? input : `${input.kind}:${nameOf(input)}`))
  const how = [ports.space, ports.companions === true, ports.writer !== undefined]
  return sha256(JSON.stringify([how, [...new Set(names)].sort()])).slice(0, 12)
}

/** What has no name of its own is named by its content. */
function nameOf(input: KnowledgeInput): string {
  if (input.kind === 'text') return sha256(input.text)
  return input.kind === 'bytes' ? sha256(input.bytes) : inputName(input)
}

type Running = Omit<IngestOptions, 'dryRun'> & {
  readonly ports: KnowledgePorts
  readonly journal: IngestJournal | undefined
}

async function runInputs(collected: readonly Collected[], running: Running): Promise<readonly Outcome[]> {
  const { ports, journal } = running
  const { signal, onProgress, concurrency = availableParallelism() } = running
  const extractor = openKnowledgeExtractor(ports)
  const slots = createSlots(Math.max(1, concurrency))
  if (journal?.isComplete === false) await extractor.recall(journal.results())
  let done = 0
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const work = async (one: Collected): Promise<Outcome> => {
    try {
      const outcome = await ingestOne(one, { ports, journal, extractor, slots, signal: either })
      done += 1
      onProgress?.({ stage: 'ingest', done, total: collected.length, subject: inputName(one.input) })
      return outcome
    } catch (error) {
      // The others must not go on writing after the batch has failed.
      stop.abort(error)
      throw error
    }
  }
  // Twice as many, so that extraction goes on while notes are written.
  const atOnce = Math.max(1, 2 * concurrency)
  return await inTurns(collected, { atOnce, signal: either }, work).finally(() => signal.throwIfAborted())
}
