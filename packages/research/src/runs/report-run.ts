import type { SpacePaths } from '@datacortex/platform'
import type { Evidence } from '../claims/evidence.ts'
import { type ResearchResult, withRemoved } from '../pipeline/research-result.ts'
import { convergenceWords } from '../synthesis/convergence-words.ts'
import type { ResearchFinding, Synthesis, SynthesisSource } from '../synthesis/types.ts'
import { type RunSummary, summaryOf } from './list-runs.ts'
import { type StoredRun, storedRun } from './stored-synthesis.ts'

/** Whether a quotation stands where it was read: in what was kept, and in a note of one's own as it is now. */
export type QuotationState = 'there' | 'moved' | 'changed'

export type ReportedQuotation = Pick<Evidence, 'id' | 'quote'> & {
  readonly source: SynthesisSource
  readonly state: QuotationState
}

/** A quotation with what stands around it in the text that was read. */
export type QuotedPassage = ReportedQuotation & {
  readonly before: string
  readonly after: string
  /** In the note as it is now. */
  readonly line?: number | undefined
}

/** What a run found, each claim with its quotations. */
export type ReportedRun = RunSummary &
  Pick<Synthesis, 'opening' | 'contradictions' | 'gaps'> & {
    readonly claims: readonly (Pick<ResearchFinding, 'id' | 'text' | 'evidence' | 'local' | 'authority'> & {
      readonly convergence: string
      readonly independent: number
      readonly state: 'cited' | 'uncited' | 'changed'
    })[]
    readonly quotations: readonly ReportedQuotation[]
    readonly action_items: readonly string[]
    /** Where its texts lie; absent until it is done. */
    readonly result?: ResearchResult | undefined
    readonly passage?: QuotedPassage | undefined
  }

export type ReportOptions = {
  /** The words of the user in a note as they are now; undefined if it has gone. */
  readonly noteNow: (path: string) => Promise<string | undefined>
  /** The quotation whose passage is wanted. */
  readonly quotation?: string | undefined
}

const aroundCharacters = 20_000

/**
 * What a run found, with each quotation looked up again. It asks nobody.
 * @throws `RESEARCH_RUN_UNKNOWN`, `RESEARCH_RUN_BROKEN`, `PLATFORM_FILE_UNREADABLE`.
 * @example (await reportRun(paths, 'r-7f3a12bc', { noteNow })).claims[0]?.state // 'cited'
 */
export async function reportRun(
  paths: SpacePaths,
  id: string,
  { noteNow, quotation: wanted }: ReportOptions,
): Promise<ReportedRun> {
  const summary = await summaryOf(paths, id)
  const stored = await storedRun(paths, id)
  const { synthesis, result } = stored
  const done = result === undefined ? {} : { result: await withRemoved(result, paths) }
  const empty = { claims: [], contradictions: [], quotations: [], gaps: [], action_items: [] }
  if (synthesis === undefined) return { ...summary, ...empty, ...done }
  const sources = new Map(synthesis.sources.map((source) => [source.id, source]))
  const notes = new Map<string, Promise<string | undefined>>()
  const now = async (path: string): Promise<string | undefined> => {
    const text = notes.get(path) ?? noteNow(path)
    notes.set(path, text)
    return await text
  }
  const reported = async (one: Evidence): Promise<ReportedQuotation> => {
    const source = sources.get(one.sourceId) ?? unknownSource(one.sourceId)
    return { id: one.id, quote: one.quote, source, state: await stateOf(one, { source, stored, now }) }
  }
  const quotations = await Promise.all(synthesis.evidence.map(reported))
  const states = new Map(quotations.map((one) => [one.id, one.state]))
  const evidence = synthesis.evidence.find((one) => one.id === wanted)
  const quotation = quotations.find((one) => one.id === wanted)
  const passage =
    evidence === undefined || quotation === undefined
      ? undefined
      : { ...quotation, ...(await around(evidence, { stored, note: quotation.source.path, now })) }
  return {
    ...summary,
    opening: synthesis.opening,
    claims: synthesis.findings.map(({ id: of, text, evidence: ids, local, authority, convergence }) => ({
      id: of,
      text,
      evidence: ids,
      local,
      authority,
      convergence: convergenceWords(convergence).replaceAll('**', ''),
      independent: convergence.independent,
      state: ids.length === 0 ? 'uncited' : ids.some((one) => states.get(one) === 'changed') ? 'changed' : 'cited',
    })),
    contradictions: synthesis.contradictions,
    quotations,
    gaps: synthesis.gaps,
    action_items: synthesis.actionItems,
    ...done,
    ...(passage === undefined ? {} : { passage }),
  }
}

type Looked = { readonly stored: StoredRun; readonly now: (path: string) => Promise<string | undefined> }

async function stateOf(
  evidence: Evidence,
  { source, stored, now }: Looked & { readonly source: SynthesisSource },
): Promise<QuotationState> {
  if (!(await stored.isProven(evidence))) return 'changed'
  if (source.path === undefined) return 'there'
  const text = (await now(source.path)) ?? ''
  if (text.slice(evidence.start, evidence.end) === evidence.quote) return 'there'
  return text.includes(evidence.quote) ? 'moved' : 'changed'
}

async function around(
  evidence: Evidence,
  { stored, note, now }: Looked & { readonly note: string | undefined },
): Promise<Pick<QuotedPassage, 'before' | 'after' | 'line'>> {
  const text = (await stored.textOf(evidence))?.text ?? ''
  const isThere = text.slice(evidence.start, evidence.end) === evidence.quote
  const current = note === undefined ? undefined : await now(note)
  const at = current?.indexOf(evidence.quote) ?? -1
  return {
    before: isThere ? text.slice(Math.max(0, evidence.start - aroundCharacters), evidence.start) : '',
    after: isThere ? text.slice(evidence.end, evidence.end + aroundCharacters) : '',
    ...(at === -1 ? {} : { line: (current ?? '').slice(0, at).split('\n').length }),
  }
}

function unknownSource(id: string): SynthesisSource {
  return { id, title: id, authority: 'low', routes: [], read: false }
}
