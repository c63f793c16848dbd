import { inTurns } from '@datacortex/platform'
import { codedError } from '@datacortex/errors'
import { contentTerms } from '@datacortex/knowledge-extractor/text'
import { type ExtractedDocument, webUrl } from '@datacortex/plugin'
import { markdownBlocks, neutraliseMarkdown, oneLine, sanitiseText } from '@datacortex/content'
import type { RegisteredSource } from '@datacortex/sources'
import { type Snapshot, takeSnapshot } from '../claims/evidence.ts'
import { questionsOf } from '../synthesis/answer-questions.ts'
import type { ResearchCandidate } from './candidate.ts'
import type { StepCost, StepResult } from '../runs/research-run.ts'
import type { RunInProgress } from './research-ports.ts'
import { forbiddenBy } from './domain-rules.ts'
import { withinTime } from './within-time.ts'

export type GatheredDocument = {
  readonly candidate: ResearchCandidate
  readonly snapshot: Snapshot
  readonly document: ExtractedDocument
  /** Whether only what a search showed of it was to be had. */
  readonly isExcerpt: boolean
}

export type Gathered = {
  readonly documents: readonly GatheredDocument[]
  readonly failed: readonly { readonly id: string; readonly title: string; readonly reason: string }[]
}

type Read =
  | {
      readonly ok: true
      /** All that it says; of what is stored, the SHA-256 of that. */
      readonly text: string
      readonly document: Omit<ExtractedDocument, 'text'>
      readonly contentType: string
      readonly url?: string | undefined
      readonly isExcerpt: boolean
    }
  | { readonly ok: false; readonly reason: string }

/** Reads each candidate: what its source gave, else by a reader service, the page, or what the search showed. */
export async function gather(candidates: readonly ResearchCandidate[], progress: RunInProgress): Promise<Gathered> {
  const { run, ports, signal } = progress
  const { ready } = await ports.sources.eligible('gather')
  const readers = ready.filter(({ type }) => type !== 'internal')
  let done = 0
  const reads = await inTurns(candidates, { atOnce: 6, signal }, async (candidate) => {
    const read = await readOnce(candidate, { ...progress, readers })
    done += 1
    const { title: subject } = candidate
    ports.onProgress?.({ run: run.record.id, phase: 'gather', done, total: candidates.length, subject })
    return { candidate, read }
  })
  const documents: GatheredDocument[] = []
  const failed: Gathered['failed'][number][] = []
  for (const { candidate, read } of reads) {
    const { id, title } = candidate
    const text = read.ok ? await run.objects.get(read.text) : undefined
    if (!read.ok) failed.push({ id, title, reason: read.reason })
    else if (candidate.file !== undefined && text !== undefined && !speaksOf(progress.config.topic, text))
      failed.push({ id, title, reason: 'it says nothing about the topic' })
    else if (text === undefined) failed.push({ id, title, reason: 'what was read of it is damaged' })
    else {
      const { url, contentType } = read
      const snapshot = takeSnapshot({ text, url, fetchedAt: run.record.createdAt, contentType, sourceId: id })
      documents.push({ candidate, snapshot, document: { ...read.document, text }, isExcerpt: read.isExcerpt })
    }
  }
  return { documents, failed }
}

/** Whether a text has at least half of what a topic is made of, or one of its questions. */
function speaksOf(topic: string, text: string): boolean {
  const terms = new Set(contentTerms(text))
  return [topic, ...questionsOf(topic)].some((part) => {
    const wanted = new Set(contentTerms(part))
    return wanted.size > 0 && wanted.intersection(terms).size * 2 >= wanted.size
  })
}

type ReadOptions = Pick<RunInProgress, 'ports' | 'budget' | 'signal'> & {
  readonly readers: readonly RegisteredSource[]
}

type ReadInRun = ReadOptions & Pick<RunInProgress, 'run' | 'config'>

/** A paid service that was cut off is not asked again: the page is read without one then. */
async function readOnce(candidate: ResearchCandidate, options: ReadInRun): Promise<Read> {
  const isServed = candidate.text === undefined && candidate.url !== undefined
  const estimate = isServed ? options.readers.reduce((sum, { cost_per_call: usd }) => sum + usd, 0) : 0
  const key = candidate.url ?? candidate.file ?? candidate.id
  const result = await readStep(candidate, { ...options, key, estimate })
  if (result.state === 'done') return result.value
  const own = await readStep(candidate, { ...options, key: `${key} by itself`, estimate: 0, readers: [] })
  return own.state === 'done' ? own.value : { ok: false, reason: 'it was stopped while it was read' }
}

async function readStep(
  candidate: ResearchCandidate,
  { run, config, key, estimate, ...options }: ReadInRun & { key: string; estimate: number },
): Promise<StepResult<Read>> {
  return await run.step<Read>({
    phase: 'gather',
    key,
    paid: estimate > 0,
    estimate,
    work: async () => {
      const { read, ...cost } = await readCandidate(candidate, options)
      if (!read.ok) return { value: read, cost }
      // A redirect can have led to a domain that nobody saw when it was selected.
      const reason = read.url === undefined ? undefined : forbiddenBy(config, read.url)
      if (reason !== undefined) return { value: { ok: false, reason }, cost }
      return { value: { ...read, text: await run.objects.put(read.text) }, cost }
    },
  })
}

async function readCandidate(
  candidate: ResearchCandidate,
  options: ReadOptions,
): Promise<StepCost & { readonly read: Read }> {
  if (candidate.text !== undefined) return { read: given(candidate, candidate.text, false), usd: 0, calls: 0 }
  if (candidate.file !== undefined) {
    // No network is in the way, so that nothing but its own size ends it.
    const read = await readPage(candidate.file, options).catch((error: unknown) => {
      options.signal.throwIfAborted()
      return { ok: false, reason: codedError(error).message } as const
    })
    return { read, usd: 0, calls: 0 }
  }
  const { url, snippet } = candidate
  let cost: StepCost = { usd: 0, calls: 0 }
  let reason = 'it has neither an address nor a text'
  if (url !== undefined) {
    const { read: served, ...paid } = await readByService(url, options)
    if (served !== undefined) return { read: served, ...paid }
    cost = paid
    try {
      const read = await withinTime(async (signal) => await readPage(url, { ...options, signal }), options)
      return { read, ...cost }
    } catch (error) {
      options.signal.throwIfAborted()
      reason = codedError(error).message
    }
  }
  if (snippet !== undefined && snippet.length >= 200) return { read: given(candidate, snippet, true), ...cost }
  return { read: { ok: false, reason }, ...cost }
}

/** A reader service sees the address, so it takes part only if the settings of its source say so. */
async function readByService(
  url: string,
  { ports, budget, signal, readers }: ReadOptions,
): Promise<StepCost & { readonly read?: Read }> {
  let [usd, calls] = [0, 0]
  for (const source of readers) {
    const asked = await ports.sources.read(source, url, { signal, budget })
    usd += asked.cost_usd
    calls += 1
    if (!asked.ok) continue
    const { text, contentType } = asked.document
    return { read: { ...given(asked.document, text, false), contentType }, usd, calls }
  }
  return { usd, calls }
}

async function readPage(place: string, { ports, signal }: Pick<RunInProgress, 'ports' | 'signal'>): Promise<Read> {
  const { documents, contentType = 'text/html', url: at } = await ports.readPage(place, { signal })
  const [first] = documents
  if (first === undefined) return { ok: false, reason: 'there is no text in it' }
  const { text, ...document } = first
  return { ok: true, text, document, contentType, url: first.url ?? at ?? webUrl(place), isExcerpt: false }
}

function given(
  { title, url, authors = [], publishedAt }: Pick<ResearchCandidate, 'title' | 'url' | 'authors' | 'publishedAt'>,
  said: string,
  isExcerpt: boolean,
): Extract<Read, { ok: true }> {
  const { text } = neutraliseMarkdown(sanitiseText(said).text)
  const document = { id: '', title: oneLine(title), blocks: markdownBlocks(text), authors, publishedAt, url }
  return { ok: true, text, document, contentType: 'text/markdown', url, isExcerpt }
}
