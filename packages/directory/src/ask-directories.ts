import { CodedError, redact, thrownText } from '@datacortex/errors'
import { withTimeLimit } from '@datacortex/platform'
import type { Directory, DirectoryAnswer, DirectoryFailure } from '@datacortex/plugin'
import { cleanRecord } from './clean-record.ts'
import type { DirectoryCache, DirectoryState } from './directory-cache.ts'
import { directoryError } from './errors.ts'

/** A directory that can be asked; its code is loaded by the first question. */
export type KnownDirectory = {
  readonly name: string
  /** Changes with its settings. */
  readonly settings: string
  readonly open: () => Promise<AsyncDisposable & { readonly directory: Directory }>
}

/** How directories are asked. */
export type AskOptions = {
  readonly deadlineMs: number
  /** What was listed not longer ago than this is not asked for again. */
  readonly maxAgeMs: number
  readonly now: () => number
  /** A request: what a directory that was never listed in full finds for it comes with the list. */
  readonly query?: string | undefined
  /** How long one is left alone that has just failed; a minute if absent. */
  readonly patienceMs?: number | undefined
  /** Begins from the start, whatever is known. */
  readonly isFull?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** What one directory gave. */
export type DirectoryReport = {
  readonly name: string
  /** Its records that are kept here. */
  readonly found: number
  readonly took_ms: number
  /** When all of it was last listed; absent if never. */
  readonly listed_at?: string | undefined
  /** Whether what is kept may have changed since: it could not be asked, or not in full. */
  readonly stale: boolean
  readonly error?: { readonly code: string; readonly message: string } | undefined
  /** Parts of it that gave nothing, and records that were not taken. */
  readonly failures: readonly DirectoryFailure[]
}

/** Records a page; each page is kept before the next is asked for, so that a kill loses one at most. */
const pageSize = 500
const mostFailures = 50

/**
 * Asks directories side by side; what fails or takes too long costs only itself, and what came before is kept.
 * @example askDirectories(cache, directories, { deadlineMs: 5000, maxAgeMs: 3_600_000, now: Date.now })
 */
export async function askDirectories(
  cache: DirectoryCache,
  directories: readonly KnownDirectory[],
  options: AskOptions,
): Promise<readonly DirectoryReport[]> {
  return await Promise.all(directories.map(async (one) => await askOne(cache, one, options)))
}

async function askOne(cache: DirectoryCache, known: KnownDirectory, options: AskOptions): Promise<DirectoryReport> {
  const { name, settings } = known
  const { now, deadlineMs: timeoutMs, signal } = options
  const kept = cache.state(name)
  const before = kept?.settings === settings ? kept : undefined
  if (options.isFull !== true && isKnown(before, options)) return reportOf(cache, name, options)
  const beganMs = performance.now()
  const asking = { ...options, before: options.isFull === true ? undefined : before, startedAt: now() }
  let error: DirectoryState['error']
  try {
    const late = directoryError('DIRECTORY_TIMEOUT', { name, timeoutMs })
    await withTimeLimit(async (inTime) => await takeAll(cache, known, { ...asking, signal: inTime }), {
      timeoutMs,
      signal,
      late,
    })
  } catch (thrown) {
    signal?.throwIfAborted()
    const reason = thrownText(thrown)
    error = codeOf(CodedError.is(thrown) ? thrown : directoryError('DIRECTORY_FAILED', { name, reason }))
  }
  const reached = cache.state(name)
  const state = reached?.settings === settings ? reached : { settings, failures: [] }
  const tookMs = Math.round((performance.now() - beganMs) * 10) / 10
  cache.note(name, { ...state, askedAt: asking.startedAt, error, tookMs })
  return reportOf(cache, name, options)
}

/** Whether what is known is new enough; one that has just failed is left alone for a moment, or for longer if in part. */
function isKnown(state: DirectoryState | undefined, { now, maxAgeMs, patienceMs = 60_000 }: AskOptions): boolean {
  if (state === undefined || state.listingSince !== undefined) return false
  const { listedAt, askedAt, error, failures } = state
  const isWithin = (at: number, longestMs: number): boolean => now() >= at && now() - at <= longestMs
  if (error !== undefined || listedAt === undefined) return isWithin(askedAt, patienceMs)
  return isWithin(listedAt, failures.length === 0 ? maxAgeMs : maxAgeMs / 12)
}

type Asking = AskOptions & {
  readonly startedAt: number
  /** What is known of it with the settings as they are. */
  readonly before: DirectoryState | undefined
  readonly signal: AbortSignal
}

async function takeAll(cache: DirectoryCache, known: KnownDirectory, asking: Asking): Promise<void> {
  await using opened = await known.open()
  const { directory } = opened
  const [listed] = await Promise.allSettled([
    takeList(cache, { known, directory, asking }),
    takeFound(cache, { known, directory, asking }),
  ])
  if (listed.status === 'rejected') throw listed.reason
}

type Opened = { readonly known: KnownDirectory; readonly directory: Directory; readonly asking: Asking }

/** A first list may take long, and a directory may know at once what fits. */
async function takeFound(cache: DirectoryCache, { known, directory, asking }: Opened): Promise<void> {
  const { query, before, signal, startedAt } = asking
  if (query === undefined || before?.listedAt !== undefined) return
  const { records } = cleaned(await directory.find(query, { signal, limit: pageSize }))
  signal.throwIfAborted()
  const state = cache.state(known.name) ?? { settings: known.settings, askedAt: startedAt, failures: [] }
  cache.store(known.name, { records }, { state, seenAt: startedAt })
}

async function takeList(cache: DirectoryCache, { known, directory, asking }: Opened): Promise<void> {
  const { before, signal, startedAt, now } = asking
  let since = before?.cursor
  // Only a list from the start shows at its end what is gone.
  let listingSince = since === undefined ? startedAt : before?.listingSince
  const failures: DirectoryFailure[] = []
  const refusals: DirectoryFailure[] = []
  let taken = 0
  for (;;) {
    const answer = await directory.list({ signal, limit: pageSize, since })
    signal.throwIfAborted()
    if (answer.anew === true) listingSince = startedAt
    const { records, refused } = cleaned(answer)
    failures.push(...answer.failures.map(shown))
    refusals.push(...(answer.notes ?? []).map(shown), ...refused)
    const isMore = answer.more === true && answer.cursor !== undefined && answer.cursor !== since
    const isWhole = !isMore && failures.length === 0
    const state: DirectoryState = {
      settings: known.settings,
      cursor: answer.cursor,
      askedAt: startedAt,
      listedAt: isMore ? before?.listedAt : now(),
      listingSince: isMore ? listingSince : undefined,
      failures: failures.slice(0, mostFailures),
      refused: refusals.slice(0, mostFailures),
    }
    const unseenSince = isWhole ? listingSince : undefined
    taken += records.length
    const { withdrawn, gone } = answer
    cache.store(known.name, { records, withdrawn, gone, unseenSince }, { state, seenAt: startedAt })
    const [first] = failures
    if (!isMore && taken === 0 && first !== undefined) throw new CodedError(first.code, first.message)
    if (!isMore) return
    since = answer.cursor
  }
}

/** Addresses of the settings may hold keys, and what is known of a directory is kept and shown. */
function shown({ at, code, message }: DirectoryFailure): DirectoryFailure {
  return { at: redact(at), code, message: redact(message) }
}

function codeOf({ code, message }: CodedError): Pick<CodedError, 'code' | 'message'> {
  return { code, message }
}

function cleaned({ agents }: DirectoryAnswer) {
  const all = agents.map((agent) => cleanRecord(agent))
  return {
    records: all.flatMap((one) => ('record' in one ? one.record : [])),
    refused: all.flatMap((one) => ('refused' in one ? shown({ ...codeOf(one.refused), at: one.id }) : [])),
  }
}

/**
 * What is known of a directory.
 * @example reportOf(cache, 'catalog', { now: Date.now, maxAgeMs: 3_600_000 }).found
 */
export function reportOf(
  cache: DirectoryCache,
  name: string,
  { now, maxAgeMs }: Pick<AskOptions, 'now' | 'maxAgeMs'>,
): DirectoryReport {
  const { listedAt, tookMs = 0, failures = [], refused = [], error } = cache.state(name) ?? {}
  return {
    name,
    found: cache.count(name),
    took_ms: tookMs,
    ...(listedAt === undefined ? {} : { listed_at: new Date(listedAt).toISOString() }),
    stale: error !== undefined || listedAt === undefined || (maxAgeMs >= 0 && now() - listedAt > maxAgeMs),
    ...(error === undefined ? {} : { error }),
    failures: [...failures, ...refused],
  }
}
