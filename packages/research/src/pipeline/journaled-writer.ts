import { thrownText } from '@datacortex/errors'
import { sha256 } from '@datacortex/platform'
import type { Writer, WriterAnswer } from '@datacortex/plugin'
import { researchError } from '../errors.ts'
import type { ResearchRun } from '../runs/research-run.ts'
import { type PaidWriterOptions, likelyCost, paidWriter, wordsPrefix } from './paid-writer.ts'

/** An answer, or why there is none: both are kept, so that a resumed run has the same notes. */
type Written = { readonly ok: true; readonly answer: WriterAnswer } | { readonly ok: false; readonly reason: string }

/** A run's writer for notes: paid, and a step each. `generate` throws `RESEARCH_TEXT_MISSING` if cut off. */
export function journaledWriter(
  writer: Writer,
  options: PaidWriterOptions & { readonly document: () => string; readonly onBroken: (error: unknown) => void },
): Writer {
  const { run, budget, document, onBroken } = options
  const paid = paidWriter(writer, { run, budget })
  return {
    generate: async (request, { signal }) => {
      const estimate = await likelyCost(request, { writer, run })
      const step = run.step<Written>({
        phase: 'process',
        key: `${wordsPrefix}${document()} ${sha256(JSON.stringify(request))}`,
        paid: true,
        estimate,
        work: async () => {
          const before = budget.spent
          const value = await written(async () => await paid.generate(request, { signal }), signal)
          return { value, cost: budget.since(before) }
        },
      })
      const result = await step.catch((error: unknown) => {
        onBroken(error)
        throw error
      })
      const value: Written = result.state === 'lost' ? { ok: false, reason: lostReason } : result.value
      if (value.ok) return value.answer
      throw researchError('RESEARCH_TEXT_MISSING', { reason: value.reason })
    },
  }
}

async function written(generate: () => Promise<WriterAnswer>, signal: AbortSignal): Promise<Written> {
  try {
    return { ok: true, answer: await generate() }
  } catch (error) {
    signal.throwIfAborted()
    return { ok: false, reason: thrownText(error) }
  }
}

const lostReason = 'It was stopped under way, and asking again could cost twice.'

/** Why the notes of some documents are quotations: one sentence for each reason. */
export async function unwrittenNotes(run: ResearchRun): Promise<readonly string[]> {
  const counts = new Map<string, number>()
  for (const { key, isLost } of run.stepsOf({ phase: 'process', prefix: wordsPrefix })) {
    const kept = isLost ? undefined : await run.output<Written>({ phase: 'process', key })
    const reason = isLost ? lostReason : kept?.ok === false ? kept.reason : undefined
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts].map(
    ([reason, count]) =>
      `The notes of ${count} ${count === 1 ? 'document are' : 'documents are'} quotations, since no model worded them: ${reason}`,
  )
}
