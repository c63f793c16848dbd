import { recordOf } from '@datacortex/platform'
import { researchError } from '../errors.ts'
import type { ResearchCandidate } from './candidate.ts'
import type { RunInProgress } from './research-ports.ts'
import { isGiven } from './discover.ts'
import { forbiddenBy } from './domain-rules.ts'

export type CandidateSelection = {
  readonly chosen: readonly ResearchCandidate[]
  readonly left: readonly { readonly id: string; readonly title: string; readonly reason: string }[]
}

/** Chooses what is gathered, once a run: by numbers, a person, the threshold. Throws `RESEARCH_SELECTION_INVALID`. */
export async function selectCandidates(candidates: readonly ResearchCandidate[], progress: RunInProgress) {
  const place = { phase: 'select', key: 'candidates' } as const
  const reasons = new Map(await progress.run.keep(place, async () => await reasonsAgainst(candidates, progress)))
  return {
    chosen: candidates.filter(({ id }) => !reasons.has(id)),
    left: candidates.flatMap(({ id, title }) => {
      const reason = reasons.get(id)
      return reason === undefined ? [] : [{ id, title, reason }]
    }),
  }
}

async function reasonsAgainst(candidates: readonly ResearchCandidate[], progress: RunInProgress) {
  const { config } = progress
  const hooked = await leftOutByHooks(candidates, progress)
  const allowed: ResearchCandidate[] = []
  const reasons: (readonly [id: string, reason: string])[] = []
  for (const candidate of candidates) {
    const { id, url } = candidate
    const reason = hooked.get(id) ?? (url === undefined ? undefined : forbiddenBy(config, url))
    if (reason === undefined) allowed.push(candidate)
    else reasons.push([id, reason])
  }
  const wanted = await wantedOf(allowed, { ...progress, candidates })
  const reason =
    config.select === undefined && progress.ports.choose === undefined ? 'below the threshold' : 'not chosen'
  const kept = allowed.filter(({ id }) => wanted.has(id))
  for (const { id } of allowed) if (!wanted.has(id)) reasons.push([id, reason])
  const most = config.maxDocuments
  for (const { id } of kept.slice(most)) reasons.push([id, `only ${most} documents are gathered at this depth`])
  return reasons
}

async function wantedOf(
  allowed: readonly ResearchCandidate[],
  { run, config, ports, candidates, signal }: RunInProgress & { candidates: readonly ResearchCandidate[] },
): Promise<ReadonlySet<string>> {
  const { select, threshold } = config
  if (select === 'all' || isGiven(config)) return new Set(allowed.map(({ id }) => id))
  const missing = candidates.length === 0 ? [] : (select ?? []).filter((place) => place > candidates.length)
  if (select !== undefined && missing.length === 0)
    return new Set(select.flatMap((place) => candidates[place - 1]?.id ?? []))
  const refused =
    missing.length === 0
      ? undefined
      : researchError('RESEARCH_SELECTION_INVALID', { id: run.record.id, missing, candidates: candidates.length })
  if (ports.choose !== undefined && allowed.length > 0)
    return new Set(
      await ports.choose(allowed, { threshold, readUsd: await readUsdOf(ports), notice: refused?.message, signal }),
    )
  if (refused !== undefined) throw refused
  return new Set(allowed.filter(({ score }) => score >= threshold).map(({ id }) => id))
}

async function readUsdOf({ sources }: RunInProgress['ports']): Promise<number> {
  const { ready } = await sources.eligible('gather')
  return ready.reduce((usd, { type, cost_per_call: each }) => (type === 'internal' ? usd : usd + each), 0)
}

async function leftOutByHooks(candidates: readonly ResearchCandidate[], { run, config, ports, signal }: RunInProgress) {
  const documents = candidates.map(({ id, title, url, score }) => ({ id, title, url, score }))
  const payload = { run: run.record.id, topic: config.topic, documents }
  const reports = (await ports.hooks?.emit('post_discover', payload, { signal })) ?? []
  return new Map(
    reports.flatMap(({ module, answer }) => {
      // A module may answer anything.
      const { leave_out: named } = recordOf(answer)
      const ids = Array.isArray(named) ? named.filter((id) => typeof id === 'string') : []
      return ids.map((id) => [id, `left out by the module ${module}`] as const)
    }),
  )
}
