import { join } from 'node:path'
import { CodedError, codedError } from '@datacortex/errors'
import { type Slots, isRecord, isThere, sha256 } from '@datacortex/platform'
import { knowledgeError } from '../errors.ts'
import type { KnowledgeExtractor } from '../extract-knowledge.ts'
import { failedResult, skippedResult } from '../failed-result.ts'
import { type ReadInput, defaultMaxBytes, readInput } from '../input/read-input.ts'
import { type KnowledgeInput, firstType, inputName } from '../knowledge-input.ts'
import { type KnowledgeResult, artifactsPayload } from '../knowledge-result.ts'
import { readHead } from '../notes/literature-store.ts'
import type { KnowledgePorts } from '../ports.ts'
import type { Collected } from './collect-inputs.ts'
import type { IngestJournal } from './ingest-journal.ts'
import type { Outcome } from './ingest-report.ts'

export type OneOptions = {
  readonly ports: KnowledgePorts
  readonly journal: IngestJournal | undefined
  readonly extractor: KnowledgeExtractor
  /** Held while an input is read and extracted, but not while its notes are written. */
  readonly slots: Slots
  readonly signal: AbortSignal
}

/** Ingests one input: hook, extraction, notes, hook, journal. `options`: what all inputs share. */
export async function ingestOne(one: Collected, options: OneOptions): Promise<Outcome> {
  const { input } = one
  const { ports, journal, slots, signal } = options
  // Before anything is said of it: an earlier batch of somebody else may have read it.
  const hidden = 'path' in input ? await ports.hidden?.(input.path) : undefined
  if (hidden !== undefined) return fresh([skippedResult(input, { module: 'privacy', ...hidden })])
  const name = inputName(input)
  if ('problem' in one)
    return failed(input, knowledgeError('KNOWLEDGE_INPUT_UNREADABLE', { input: name, reason: one.problem }))
  if ('isNote' in one) return failed(input, knowledgeError('KNOWLEDGE_INPUT_IS_NOTE', { input: name }))
  const begun = await slots.run(async () => await beginOne(input, options), { signal })
  if ('results' in begun) return begun
  const results = await begun.finish().catch((thrown: unknown) => {
    signal.throwIfAborted()
    // A bug that one input shows must not cost the others.
    const cause = asError(thrown)
    const facts = { input: name, subAgent: 'The extractor', thrown: cause }
    return [failedResult(input, knowledgeError('KNOWLEDGE_EXTRACTION_FAILED', facts, { cause }))]
  })
  for (const result of results) {
    const payload = { ...artifactsPayload(result), status: result.status }
    await ports.hooks?.emit('post_ingest', payload, { signal })
  }
  const isDone = results.every(({ status }) => status !== 'failed' && status !== 'skipped')
  if (isDone) await journal?.add({ key: begun.key, results })
  return fresh(results)
}

type Begun = { readonly key: string; readonly finish: () => Promise<readonly KnowledgeResult[]> }

async function beginOne(input: KnowledgeInput, options: OneOptions): Promise<Begun | Outcome> {
  const { ports, journal, extractor, signal } = options
  const read = await readOnce(input, ports)
  if (CodedError.is(read)) return failed(input, read)
  const key = keyOf(input, read)
  const earlier = journal?.get(key)
  if (
    earlier !== undefined &&
    hasCompanion(earlier.results, input, ports) &&
    hasText(earlier.results, ports) &&
    (await isStillThere(earlier.results, ports))
  )
    return { results: journal?.isComplete === true ? earlier.results.map(unchanged) : earlier.results, isResumed: true }
  const skip = await askToSkip(input, { ports, read, signal })
  if (skip !== undefined) return { key, finish: () => Promise.resolve([skippedResult(input, skip)]) }
  const finish = await extractor.begin(input, { signal, read }).catch((error: unknown) => {
    signal.throwIfAborted()
    return async () => await Promise.reject(asError(error))
  })
  return { key, finish }
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

function failed(input: KnowledgeInput, error: CodedError): Outcome {
  return fresh([failedResult(input, error)])
}

function fresh(results: readonly KnowledgeResult[]): Outcome {
  return { results, isResumed: false }
}

async function readOnce(input: KnowledgeInput, ports: KnowledgePorts): Promise<ReadInput | CodedError | undefined> {
  if (input.kind === 'text' || input.kind === 'extraction') return undefined
  return await readInput(input, { maxBytes: ports.maxBytes ?? defaultMaxBytes }).catch(codedError)
}

async function askToSkip(
  input: KnowledgeInput,
  options: { readonly ports: KnowledgePorts; readonly read: ReadInput | undefined; readonly signal: AbortSignal },
): Promise<Parameters<typeof skippedResult>[1] | undefined> {
  const { ports, read, signal } = options
  const payload = { input: inputName(input), input_type: firstType(input), content_hash: read?.sha256 }
  for (const { module, answer } of (await ports.hooks?.emit('pre_ingest', payload, { signal })) ?? []) {
    const { skip: reason, hint } = isRecord(answer) ? answer : {}
    if (typeof reason === 'string' && reason !== '')
      return { module, reason, hint: typeof hint === 'string' ? hint : undefined }
  }
  return undefined
}

function keyOf(input: KnowledgeInput, read: ReadInput | undefined): string {
  if (input.kind === 'text') return `text:${sha256(input.text)}`
  if (input.kind === 'extraction') return `extraction:${input.name}:${sha256(JSON.stringify(input.extraction))}`
  if (input.kind === 'bytes') return `bytes:${read?.sha256 ?? ''}`
  return `${input.kind}:${inputName(input)}:${read?.sha256 ?? ''}`
}

/** Whether the notes have this very content, and no older or newer one of their source. */
async function isStillThere(results: readonly KnowledgeResult[], { paths }: KnowledgePorts): Promise<boolean> {
  for (const { literature_note: note, companion, text, content_hash: content } of results) {
    for (const path of [note, companion, text])
      if (path !== undefined && !(await isThere(join(paths.root, path)))) return false
    if (note === undefined || content === undefined) continue
    const { contentHash = content } = await readHead(join(paths.root, note))
    // A note whose front matter somebody took out is theirs.
    if (contentHash !== content) return false
  }
  return true
}

/** Whether nothing is missing that is asked for now. That a file needs no companion shows only when it is read again. */
function hasCompanion(results: readonly KnowledgeResult[], { kind }: KnowledgeInput, ports: KnowledgePorts): boolean {
  return ports.companions !== true || kind !== 'file' || results.every(({ companion }) => companion !== undefined)
}

/** Whether the texts are kept; those that were taken in by earlier versions of this program have none. */
function hasText(results: readonly KnowledgeResult[], ports: KnowledgePorts): boolean {
  return ports.texts === 'none' || results.every(({ status, text }) => status === 'duplicate' || text !== undefined)
}

function unchanged(result: KnowledgeResult): KnowledgeResult {
  const status = result.status === 'duplicate' ? result.status : 'unchanged'
  return { ...result, status, zettels_created: [] }
}
