import type { Finding } from '@datacortex/errors'
import type { KnowledgeResult } from '../knowledge-result.ts'
import type { PassedOver } from './collect-inputs.ts'

/** What became of a batch. */
export type IngestReport = {
  /** The same for the same inputs into the same space. */
  readonly batch: string
  readonly results: readonly KnowledgeResult[]
  readonly counts: Readonly<Record<KnowledgeResult['status'], number>>
  readonly inputs: number
  /** Files of folders that are no inputs, by reason. */
  readonly passed_over: readonly PassedOver[]
  /** Inputs that an earlier run had done, so that they were not extracted again. */
  readonly resumed: number
  /** Notes and companions that this batch wrote, relative to the space. */
  readonly outputs: readonly string[]
  /** What is wrong with the batch as a whole, such as a knowledge location that is not used. */
  readonly findings: readonly Finding[]
  readonly took_ms: number
}

export type Outcome = { readonly results: readonly KnowledgeResult[]; readonly isResumed: boolean }

type Batch = {
  readonly batch: string
  readonly findings: readonly Finding[]
  readonly passedOver: readonly PassedOver[]
  readonly startedAt: number
}

export function ingestReport(outcomes: readonly Outcome[], { batch, findings, passedOver, startedAt }: Batch) {
  const results = outcomes.flatMap((outcome) => outcome.results)
  const counts = { success: 0, partial: 0, unchanged: 0, duplicate: 0, skipped: 0, failed: 0 }
  for (const { status } of results) counts[status] += 1
  const written = results.filter(({ status }) => status === 'success' || status === 'partial')
  const outputs = written.flatMap(({ literature_note: note, zettels_created: zettels, companion }) =>
    [note, ...zettels, companion].filter((path) => path !== undefined),
  )
  return {
    batch,
    results,
    counts,
    inputs: outcomes.length,
    passed_over: passedOver,
    resumed: outcomes.filter(({ isResumed }) => isResumed).length,
    outputs: [...new Set(outputs)],
    findings,
    took_ms: Math.round(performance.now() - startedAt),
  }
}

export function ingestCompletePayload({ batch, counts, results, outputs }: IngestReport) {
  return { batch, done: results.length - counts.failed, failed: counts.failed, outputs }
}
