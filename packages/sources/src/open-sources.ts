import { setTimeout as sleep } from 'node:timers/promises'
import { oneLine } from '@datacortex/content'
import { type Finding, CodedError, ifCoded } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import type { FoundDocument, ReadDocument, Source, WriterAnswer, WriterRequest } from '@datacortex/plugin'
import { askAttempts } from './ask-attempts.ts'
import type { Budget, Reservation } from './budget.ts'
import { sourceError } from './errors.ts'
import { misdeclared, type SkippedSource, whyNotEligible } from './eligibility.ts'
import { type RegisteredSource, readSources } from './read-sources.ts'
import { sanitiseAnswer } from './sanitise-answer.ts'
import type { SourceLayer } from './source-config.ts'
import { sourceKey } from './source-key.ts'
import type { SourcePorts } from './source-ports.ts'
import { type TurnOptions, lateTurn, SourceState } from './source-state.ts'
import { startedSources } from './started-sources.ts'

export type AskOptions = {
  readonly signal: AbortSignal
  /** Most documents; 10 if absent. */
  readonly limit?: number | undefined
  readonly depth?: 'quick' | 'deep' | undefined
  /** Of the run; unlimited if absent. */
  readonly budget?: Budget | undefined
  /** Less than the source's own `timeout_ms`, if that is too long. */
  readonly timeoutMs?: number | undefined
}

/** `reason`: why, for people. */
export type AskedCall<T> = Spending &
  (({ readonly ok: true } & T) | { readonly ok: false; readonly reason: string; readonly code: string })

type Spending = { readonly source: string; readonly took_ms: number; readonly cost_usd: number }

/** What a source found. */
export type AskedSearch = AskedCall<{
  readonly documents: readonly FoundDocument[]
  readonly answer?: string | undefined
  /** Documents that were left out, being no documents or repeated. */
  readonly dropped: number
}>

/** The sources of a space, ready to be asked; dispose it. */
export type Sources = AsyncDisposable & {
  readonly all: readonly RegisteredSource[]
  readonly findings: readonly Finding[]
  /** Which sources of a layer can be asked now, and why others, such as those slower than `maxLatencyMs`, can't. */
  eligible(
    layer: SourceLayer,
    options?: { readonly maxLatencyMs?: number | undefined },
  ): Promise<{ readonly ready: readonly RegisteredSource[]; readonly skipped: readonly SkippedSource[] }>
  /** Asks one source. It never throws but for the abort reason. */
  ask(source: RegisteredSource, query: string, options: AskOptions): Promise<AskedSearch>
  /** Reads an address through one source, such as a reader service. */
  read(
    source: RegisteredSource,
    url: string,
    options: AskOptions,
  ): Promise<AskedCall<{ readonly document: ReadDocument }>>
  /** Has one source of the layer `synthesize` write. */
  generate(
    source: RegisteredSource,
    request: WriterRequest,
    options: AskOptions,
  ): Promise<AskedCall<{ readonly written: WriterAnswer }>>
}

/**
 * Opens the source registry of a space. Nothing is started or asked before it is needed.
 * @param options - Ports; `defaults`: entries below those of the file.
 * @example
 * await using sources = await openSources(paths, { loadSource, fetch, secret, now: Date.now })
 * const { ready, skipped } = await sources.eligible('research')
 * const asked = await sources.ask(ready[0], 'spring tides', { signal })
 * @see DIP-0021 §3.6
 */
export async function openSources(
  paths: SpacePaths,
  options: SourcePorts & { readonly defaults?: Readonly<Record<string, unknown>> | undefined },
): Promise<Sources> {
  const { sources: all, findings } = await readSources(paths, options)
  const state = new SourceState(paths, options)
  const started = startedSources(paths, options)
  const counting = new Set<Promise<unknown>>()
  const ports = { state, started, counting, random: options.random }
  return {
    all,
    findings,
    eligible: async (layer, { maxLatencyMs } = {}) => {
      const ready: RegisteredSource[] = []
      // Nobody knows for which layer an entry is that can't be read; these two ask everybody.
      const skipped: SkippedSource[] = layer === 'search' || layer === 'research' ? [...misdeclared(findings)] : []
      const usePreventing = async (source: RegisteredSource) => await state.look(source.id, source)
      const eligibility = { key: sourceKey(options), usePreventing, disabled: options.disabled, maxLatencyMs }
      const ofLayer = all.filter(({ layers }) => layers.includes(layer))
      const reasons = await Promise.all(ofLayer.map(async (source) => await whyNotEligible(source, eligibility)))
      for (const [index, source] of ofLayer.entries()) {
        const reason = reasons[index]
        if (reason === undefined) ready.push(source)
        else skipped.push({ source: source.id, reason })
      }
      return { ready, skipped }
    },
    ask: async (source, query, asked) => {
      const limit = Math.max(1, Math.trunc(asked.limit ?? 10))
      const search = async (one: Source, signal: AbortSignal) => {
        if (one.search === undefined) throw lacks(source, 'search')
        const answer = await one.search(query, { signal, limit, depth: asked.depth })
        const { cost_usd: usd, ...result } = sanitiseAnswer(answer, { limit, allowPrivate: options.allowPrivate })
        return { usd, result }
      }
      return await callSource(source, search, { ...asked, ...ports })
    },
    read: async (source, url, asked) => {
      const read = async (one: Source, signal: AbortSignal) => {
        if (one.read === undefined) throw lacks(source, 'read')
        return { result: { document: await one.read(url, { signal }) } }
      }
      return await callSource(source, read, { ...asked, ...ports })
    },
    generate: async (source, request, asked) => {
      const generate = async (one: Source, signal: AbortSignal) => {
        if (one.generate === undefined) throw lacks(source, 'generate')
        const written = await one.generate(request, { signal })
        return { usd: written.cost_usd, result: { written } }
      }
      return await callSource(source, generate, { ...asked, ...ports })
    },
    [Symbol.asyncDispose]: async () => {
      await started[Symbol.asyncDispose]()
      await Promise.allSettled(counting)
    },
  }
}

/** The error for a source that can't do what its layers promise. */
function lacks({ id }: RegisteredSource, method: string): CodedError {
  return sourceError('SOURCE_MISCONFIGURED', { source: id, reason: `it has no \`${method}\`` })
}

/** `counting`: what is still being written about calls that ended. */
type CallPorts = Pick<SourcePorts, 'random'> & {
  readonly state: SourceState
  readonly counting: Set<Promise<unknown>>
  readonly started: ReturnType<typeof startedSources>
}

async function callSource<T>(
  source: RegisteredSource,
  method: (started: Source, signal: AbortSignal) => Promise<{ readonly usd?: number | undefined; readonly result: T }>,
  { signal, budget, timeoutMs = source.timeout_ms, state, started, random, counting }: AskOptions & CallPorts,
): Promise<AskedCall<T>> {
  const startedAt = performance.now()
  const { id: name, cost_per_call: estimate } = source
  const limitMs = Math.min(timeoutMs, source.timeout_ms, budget?.remainingMs ?? Number.POSITIVE_INFINITY)
  const maxWait = (): TurnOptions => ({ maxWaitMs: Math.max(0, startedAt + limitMs - performance.now()) })
  let cost = 0
  let reservation: Reservation | undefined
  const settle = (usd: number): void => {
    reservation?.settle(usd)
    if (reservation !== undefined || budget === undefined) cost += usd
    reservation = undefined
  }
  const note = (failure?: CodedError): void => {
    const wait = failure?.details['retryAfterMs']
    // A question that the source refuses says nothing about its health.
    const failed = failure !== undefined && failure.details['transient'] === true
    const outcome = { failed, usd: cost, retryAfterMs: typeof wait === 'number' ? wait : undefined }
    // The answer is there: that it is counted is not waited for, and that it can't be must not lose it.
    const counted = state.settle(name, outcome).catch(ifCoded(undefined))
    counting.add(counted)
    void counted.then(() => counting.delete(counted))
  }
  const spent = (): Spending => {
    return { source: name, took_ms: Math.round(performance.now() - startedAt), cost_usd: cost }
  }
  let wasAsked = false
  try {
    const { usd = estimate, result } = await askAttempts(
      async (within) => await method(await started.get(source, within), within),
      {
        source: name,
        timeoutMs: limitMs,
        signal,
        random,
        before: async () => {
          const refused = await reserveUse(source, { state, ...maxWait() })
          if (refused !== undefined) throw new NotAsked('SOURCE_LIMIT_REACHED', refused)
          const reserved = budget?.reserve({ usd: estimate })
          if (typeof reserved === 'string') throw new NotAsked('SOURCE_BUDGET_REACHED', budgetReasons[reserved])
          reservation = reserved
          await takeTurn(source, { state, signal, ...maxWait() }).catch((error: unknown) => {
            settle(0)
            throw error
          })
          wasAsked = true
        },
        failed: ({ code }) => settle(maybePaid.has(code) ? estimate : 0),
      },
    )
    settle(usd)
    note()
    return { ok: true, ...spent(), ...result }
  } catch (error) {
    if (reservation !== undefined) settle(estimate)
    signal.throwIfAborted()
    const { code, reason } = reportOf(error)
    if (wasAsked && CodedError.is(error)) note(error)
    return { ok: false, ...spent(), reason, code }
  }
}

/** Whether a call without an answer in time, or with one that can't be used, is paid for, only the provider knows. */
const maybePaid = new Set(['SOURCE_TIMEOUT', 'SOURCE_ANSWER_INVALID'])

/** What costs nothing and has no limit is asked even where nothing can be counted, such as on a full disk. */
async function reserveUse(
  source: RegisteredSource,
  { state, maxWaitMs }: TurnOptions & { readonly state: SourceState },
): Promise<string | undefined> {
  const { cost_per_call: cost, per_day: perDay, per_minute: perMinute } = source
  const mustBeCounted = cost > 0 || perDay !== undefined || perMinute !== undefined
  const reserving = state.reserve(source.id, source, { maxWaitMs })
  return await (mustBeCounted ? reserving : reserving.catch(ifCoded(undefined)))
}

/** Some providers want a pause between two calls, no matter who makes them. */
async function takeTurn(
  source: RegisteredSource,
  { state, signal, maxWaitMs }: TurnOptions & { readonly state: SourceState; readonly signal: AbortSignal },
): Promise<void> {
  const waitMs = await state.turn(source.id, source, { maxWaitMs })
  const late = lateTurn(waitMs, { maxWaitMs })
  if (late !== undefined) throw new NotAsked('SOURCE_LIMIT_REACHED', late)
  if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())
}

const budgetReasons = {
  usd: 'the budget in money is spent',
  calls: 'the budget of calls is spent',
  minutes: 'the time of the run is over',
} as const

/** Why a source was not asked at all; never leaves this file. */
class NotAsked extends Error {
  readonly code: string

  constructor(code: string, reason: string) {
    super(reason)
    this.code = code
  }
}

function reportOf(error: unknown): { readonly code: string; readonly reason: string } {
  if (error instanceof NotAsked) return { code: error.code, reason: error.message }
  if (!CodedError.is(error)) throw error
  const { code, message, hint = '' } = error
  // Who added the source can let it be asked, and sees no more of the error than this.
  return { code, reason: oneLine(code === 'FETCH_REFUSED' ? `${message} ${hint}` : message) }
}
