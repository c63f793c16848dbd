import { CodedError } from '@datacortex/errors'
import type { Writer, WriterAnswer, WriterRequest } from '@datacortex/plugin'
import { type Budget, type Reservation, budgetWords } from '@datacortex/sources'
import { researchError } from '../errors.ts'
import type { ResearchRun } from '../runs/research-run.ts'
import { withinTime } from './within-time.ts'

export type PaidWriterOptions = { readonly run: ResearchRun; readonly budget: Budget }

/** A writer each of whose attempts is reserved and settled; throws `RESEARCH_BUDGET_REACHED`, `RESEARCH_TIME_OVER`. */
export function paidWriter(writer: Writer, { run, budget }: PaidWriterOptions): Writer {
  return {
    generate: async (request, { signal }) => {
      const usd = await likelyCost(request, { writer, run })
      const reserved = budget.reserve({ usd })
      if (typeof reserved === 'string') throw researchError('RESEARCH_BUDGET_REACHED', { limit: budgetWords[reserved] })
      let attempt: Reservation = reserved
      try {
        const generate = async (within: AbortSignal): Promise<WriterAnswer> =>
          await writer.generate(request, {
            signal: within,
            onRetry: (failure) => {
              within.throwIfAborted()
              attempt.settle(costOfFailure(failure, { signal }))
              const again = budget.reserve({ usd })
              // That no more attempts may be made is less of a reason than why the last one failed.
              if (typeof again === 'string') throw failure
              attempt = again
            },
          })
        const answer = await withinTime(generate, { budget, signal })
        attempt.settle(answer.cost_usd ?? 0)
        return answer
      } catch (error) {
        attempt.settle(costOfFailure(error, { signal }))
        throw error
      }
    },
  }
}

/** What a failed call cost; undefined is the estimate, since whether it is paid for only the provider knows. */
export function costOfFailure(error: unknown, { signal }: { signal: AbortSignal }): number | undefined {
  if (signal.aborted || CodedError.is(error, 'RESEARCH_TIME_OVER')) return undefined
  if (!CodedError.is(error)) return 0
  const { cost_usd: usd, maybePaid } = error.details
  if (typeof usd === 'number') return usd
  return maybePaid === true ? undefined : 0
}

/** What a text is likely to cost in US dollars: as the dearest so far, else what the writer says; 0 if unknown. */
export async function likelyCost(request: WriterRequest, { writer, run }: { writer: Writer; run: ResearchRun }) {
  const dearest = dearestText(run)
  if (dearest > 0) return dearest
  try {
    return (await writer.estimate?.(request)) ?? 0
  } catch (error) {
    // What keeps it from an estimate keeps it from the text too, and is reported there.
    if (!CodedError.is(error)) throw error
    return 0
  }
}

/** What an attempt at the dearest text for a note of the run cost so far, in US dollars. */
export function dearestText(run: ResearchRun): number {
  // A text may have taken several attempts, each of which is reserved by itself.
  const costs = run.stepsOf({ phase: 'process', prefix: wordsPrefix }).map(({ usd, calls }) => usd / Math.max(1, calls))
  return Math.max(0, ...costs)
}

/** How the keys of texts begin that a writer wrote for notes. */
export const wordsPrefix = 'words '
