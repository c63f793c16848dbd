import { thrownText } from '@datacortex/errors'
import type { HooksPort } from '@datacortex/knowledge-extractor'
import type { ReasoningPath, SearchHit } from '@datacortex/memory'
import { isRecord, patientLimit } from '@datacortex/platform'
import type { HookPayloads, HookPoint } from '@datacortex/plugin'
import type { AskedSearch, RegisteredSource, SkippedSource } from '@datacortex/sources'
import { groundAnswer, wordAnswer } from './ground-answer.ts'
import { type FoundByRegisteredSource, mergeResults } from './merge-results.ts'
import type { SearchAnswer, SearchEverythingOptions, SearchPorts } from './search-types.ts'
import { type TimeWindow, openTimeWindow } from './time-window.ts'
import { writeAnswer } from './write-answer.ts'

/**
 * Asks the notes and every source at once, and answers within the time whatever they do: what has not answered then is
 * named with its reason. It fails only when it is aborted.
 * @example
 * const { answer, results, skipped } = await searchEverything('spring tides', { sources, local }, { signal })
 */
export async function searchEverything(
  query: string,
  ports: SearchPorts,
  options: SearchEverythingOptions,
): Promise<SearchAnswer> {
  const { elapsed = () => performance.now() } = ports
  const { signal, timeoutMs = patientLimit(5000), top = 5, sources: which = 'all' } = options
  signal.throwIfAborted()
  const startedAt = elapsed()
  const window = openTimeWindow(timeoutMs, { signal, elapsed })
  try {
    const asked = await hookedQuery(query, { ports, window, keepMs: timeoutMs * 0.8 })
    const [local, web] = await Promise.all([
      which === 'web' ? noNotes : askNotes(asked, { ports, window, top, signal }),
      which === 'local' ? noWeb : askWeb(asked, { ports, window, top, timeoutMs }),
    ])
    const results = mergeResults(local.hits, web.found, { query: asked, top })
    const grounded = groundAnswer(results, { query: asked, texts: textsOf(web.found) })
    const skipped = [...local.skipped, ...web.skipped]
    const written = await improved(asked, { grounds: grounded.grounds, ports, window, skipped })
    const answer: SearchAnswer = {
      query,
      ...(asked === query ? {} : { asked_query: asked }),
      took_ms: Math.round(elapsed() - startedAt),
      ...grounded,
      ...(written === undefined
        ? {}
        : {
            answer: wordAnswer(grounded.grounds, { ...grounded, written: written.answer }),
            written_by: written.model,
          }),
      results,
      skipped,
      remarks: local.remarks,
      cost_usd: web.cost + (written?.cost_usd ?? 0),
      ...(local.paths === undefined ? {} : { paths: local.paths }),
    }
    // Who counts slow searches is told of those too that used the time up; nobody waits for it then.
    const last = openTimeWindow(Math.max(window.remainingMs(), patientLimit(hooksMs)), { signal, elapsed })
    const reported = tellHooks(answer, { ports, window: last }).finally(() => last.close())
    await window.within(reported, { keepMs: 0, late: undefined })
    return { ...answer, took_ms: Math.round(elapsed() - startedAt) }
  } finally {
    window.close()
  }
}

/** Kept for merging and for the hooks after it. */
const keepMs = 300
/** The hooks after a search that used all of its time have this more, in milliseconds. */
const hooksMs = 500
/** A writer that has less time than this is not asked. */
const writerNeedsMs = 700

type Inside = { readonly ports: SearchPorts; readonly window: TimeWindow }

type Notes = {
  readonly hits: readonly SearchHit[]
  readonly remarks: readonly string[]
  readonly skipped: readonly SkippedSource[]
  readonly paths?: ReasoningPath | undefined
}

const noNotes: Notes = { hits: [], remarks: [], skipped: [] }
const noWeb = { found: [], skipped: [], cost: 0 } satisfies Web

async function hookedQuery(query: string, options: Inside & { readonly keepMs: number }): Promise<string> {
  const reports = await emit('pre_search', { query, layer: 'search' }, options)
  const changed = reports.flatMap(({ answer }) => {
    const text = isRecord(answer) && typeof answer['query'] === 'string' ? answer['query'].trim() : ''
    return text === '' ? [] : [text.slice(0, 1000)]
  })
  return changed.at(-1) ?? query
}

/** The user's own notes are never left out for the time: what they mean is, if the model takes too long. */
async function askNotes(query: string, { ports, window, top, signal }: Inside & { top: number; signal: AbortSignal }) {
  try {
    const asked = { limit: top, signal, meaningUntil: window.until(keepMs) }
    const { hits, remarks = [], paths } = await ports.local(query, asked)
    return { hits: hits.map((hit) => ({ ...hit, origin: 'local' })), remarks, skipped: [], paths }
  } catch (error) {
    signal.throwIfAborted()
    return { ...noNotes, skipped: [{ source: 'local', reason: thrownText(error) }] }
  }
}

type Web = {
  readonly found: readonly FoundByRegisteredSource[]
  readonly skipped: readonly SkippedSource[]
  readonly cost: number
}

async function askWeb(query: string, { ports, window, top, timeoutMs }: Inside & { top: number; timeoutMs: number }) {
  const { sources } = ports
  const looking = sources.eligible('search', { maxLatencyMs: timeoutMs })
  const eligible = await window.within(looking, { keepMs, late: undefined })
  if (eligible === undefined)
    return { ...noWeb, skipped: [{ source: 'sources', reason: 'they could not be looked up in time' }] }
  // The memory is asked by itself.
  const ready = eligible.ready.filter(({ type }) => type !== 'internal')
  const limit = Math.max(5, top)
  const asked = await Promise.all(
    ready.map(async (source) => {
      const wait = Math.min(source.max_latency_ms ?? Number.POSITIVE_INFINITY, window.remainingMs() - keepMs)
      const options = { limit, depth: 'quick', signal: window.signal, timeoutMs: Math.max(1, wait) } as const
      return await window.within(sources.ask(source, query, options), { keepMs: keepMs - 50, late: late(source) })
    }),
  )
  return {
    found: ready.flatMap((source, index) => {
      const answer = asked[index]
      return answer?.ok === true ? [{ source, documents: answer.documents }] : []
    }),
    skipped: [
      ...eligible.skipped,
      ...asked.flatMap((answer) => (answer.ok ? [] : [{ source: answer.source, reason: answer.reason }])),
    ],
    cost: asked.reduce((sum, { cost_usd: cost }) => sum + cost, 0),
  }
}

function late({ id: source }: RegisteredSource): AskedSearch {
  return { ok: false, source, took_ms: 0, cost_usd: 0, reason: 'it gave no answer in time', code: 'SOURCE_TIMEOUT' }
}

/** Longer texts than the results show, by id of the result. */
function textsOf(found: readonly FoundByRegisteredSource[]): ReadonlyMap<string, string> {
  return new Map(
    found.flatMap(({ source, documents }) =>
      documents.flatMap(({ id, text }) => (text === undefined ? [] : [[`${source.id}:${id}`, text] as const])),
    ),
  )
}

async function improved(
  query: string,
  options: Inside & { readonly grounds: SearchAnswer['grounds']; readonly skipped: SkippedSource[] },
): ReturnType<typeof writeAnswer> {
  const { grounds, ports, window, skipped } = options
  const { writer } = ports
  if (writer === undefined || window.remainingMs() < writerNeedsMs + keepMs) return undefined
  // Notes don't leave this machine with a question.
  const shown = grounds.filter(({ origin }) => origin !== 'local')
  if (shown.length === 0) return undefined
  const failed = (reason: string): undefined => {
    skipped.push({ source: 'writer', reason })
    return undefined
  }
  const writing = writeAnswer(writer, { query, grounds: shown, signal: window.signal }).then(
    (written) => written ?? failed('nothing of what it wrote has a passage'),
    (error: unknown) => failed(thrownText(error)),
  )
  const answer = await window.within(writing, { keepMs: keepMs / 2, late: 'late' as const })
  return answer === 'late' ? failed('it gave no answer in time') : answer
}

async function tellHooks({ query, took_ms, results, skipped }: SearchAnswer, inside: Inside): Promise<void> {
  const shown = results.map(({ id, title, origin }) => ({ id, title, origin }))
  await emit('post_search', { query, took_ms, results: shown, skipped }, { ...inside, keepMs: 0 })
}

/** Hooks that fail don't stop a search. */
async function emit<Point extends HookPoint>(
  point: Point,
  payload: HookPayloads[Point],
  { ports, window, keepMs: keep }: Inside & { keepMs: number },
): ReturnType<HooksPort['emit']> {
  const emitted = ports.hooks?.emit(point, payload, { signal: window.signal }).catch(() => [])
  return emitted === undefined ? [] : await window.within(emitted, { keepMs: keep, late: [] })
}
