import { inTurns } from '@datacortex/platform'
import { ifCoded } from '@datacortex/errors'
import type { FoundDocument } from '@datacortex/plugin'
import type { RegisteredSource, SkippedSource } from '@datacortex/sources'
import type { LocalNote } from '../synthesis/types.ts'
import type { FoundBySource } from './rank-candidates.ts'
import { limitByDepth } from './research-options.ts'
import type { RunInProgress } from './research-ports.ts'

export type Discovery = {
  readonly answers: readonly FoundBySource[]
  readonly skipped: readonly SkippedSource[]
  readonly notes: readonly LocalNote[]
}

type Answer =
  | { readonly ok: true; readonly documents: readonly FoundDocument[] }
  | { readonly ok: false; readonly reason: string }

/** Asks all sources that may be asked at once, each a step; one that fails is named, and not asked again on resume. */
export async function discover(progress: RunInProgress): Promise<Discovery> {
  const notes = await ownNotes(progress)
  if (isGiven(progress.config)) return { answers: [], skipped: [], notes }
  const { ready, skipped } = await eligibleSources(progress)
  let done = 0
  const { run, ports, signal } = progress
  const answered = await inTurns(ready, { atOnce: ready.length, signal }, async (source) => {
    const answer = await askOnce(source, progress)
    done += 1
    const found = answer.ok ? String(answer.documents.length) : 'skipped'
    const subject = `${source.id} ${found}`
    ports.onProgress?.({ run: run.record.id, phase: 'discover', done, total: ready.length, subject })
    return { source, answer }
  })
  return {
    notes,
    answers: answered.flatMap(({ source, answer }) =>
      answer.ok ? [{ source: source.id, authority: source.authority, documents: answer.documents }] : [],
    ),
    skipped: [
      ...skipped,
      ...answered.flatMap(({ source, answer }) => (answer.ok ? [] : [{ source: source.id, reason: answer.reason }])),
    ],
  }
}

/** Whether it is said what is read, so that nobody is asked for more. */
export function isGiven({ urls, files = [] }: RunInProgress['config']): boolean {
  return urls.length + files.length > 0
}

/** Which sources there are is part of the run: a key that comes later changes nothing of a report. */
async function eligibleSources({ run, config, ports }: RunInProgress): Promise<{
  readonly ready: readonly RegisteredSource[]
  readonly skipped: readonly SkippedSource[]
}> {
  const layer = config.depth === 'quick' ? 'search' : 'research'
  const chosen = await run.keep({ phase: 'discover', key: 'sources' }, async () => {
    const { ready, skipped } = await ports.sources.eligible(layer)
    const asked = ready.filter(({ type }) => type !== 'internal')
    return { ready: asked.map(({ id }) => id), skipped }
  })
  const known = new Map(ports.sources.all.map((source) => [source.id, source]))
  return { ready: chosen.ready.flatMap((id) => known.get(id) ?? []), skipped: chosen.skipped }
}

async function askOnce(
  source: RegisteredSource,
  { run, config, ports, budget, signal }: RunInProgress,
): Promise<Answer> {
  const { topic, depth } = config
  const result = await run.step<Answer>({
    phase: 'discover',
    key: source.id,
    paid: (source.cost_per_call ?? 0) > 0,
    estimate: source.cost_per_call,
    work: async () => {
      const asked = await ports.sources.ask(source, topic, {
        signal,
        budget,
        limit: limitByDepth[depth],
        depth: depth === 'deep' ? 'deep' : 'quick',
      })
      const cost = { usd: asked.cost_usd, calls: 1 }
      if (!asked.ok) return { value: { ok: false, reason: asked.reason }, cost }
      return { value: { ok: true, documents: asked.documents }, cost }
    },
  })
  if (result.state === 'done') return result.value
  return { ok: false, reason: 'it was stopped while it was asked; asking again could cost twice' }
}

async function ownNotes({ run, config, ports, signal }: RunInProgress): Promise<readonly LocalNote[]> {
  if (ports.localNotes === undefined) return []
  const { localNotes } = ports
  return await run.keep<readonly LocalNote[]>(
    { phase: 'discover', key: 'notes of the space' },
    async () =>
      // Research without the memory is poorer, and still research.
      await localNotes(config.topic, { signal }).catch(ifCoded([])),
  )
}
