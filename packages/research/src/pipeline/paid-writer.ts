import { CodedError } from '@datacortex/errors'
import type { Writer } from '@datacortex/plugin'
import { ResearchBudgetReachedError } from '../errors.ts'
import type { ResearchRun } from '../runs/research-run.ts'
import type { Budget } from '../sources/budget.ts'
import { budgetWords } from '../sources/budget.ts'
import { withinTime } from './within-time.ts'

/** What a writer is paid from. */
export type PaidWriterOptions = {
  readonly budget: Budget
  /** What a call is likely to cost, in US dollars; asked before each call. */
  readonly estimate: () => number
}

/**
 * A writer each of whose calls is reserved in the budget of a run, and settled with what it cost. Its `generate` throws
 * {@link ResearchBudgetReachedError} for a call that doesn't fit, and `RESEARCH_TIME_OVER`.
 */
export function paidWriter(writer: Writer, { budget, estimate }: PaidWriterOptions): Writer {
  return {
    generate: async (request, { signal }) => {
      const reserved = budget.reserve({ usd: estimate() })
      if (typeof reserved === 'string') throw new ResearchBudgetReachedError({ limit: budgetWords[reserved] })
      try {
        const answer = await withinTime(async (within) => await writer.generate(request, { signal: within }), {
          budget,
          signal,
        })
        reserved.settle(answer.cost_usd ?? 0)
        return answer
      } catch (error) {
        // Whether a call that was cut off is paid for, only the provider knows.
        if (signal.aborted || CodedError.is(error, 'RESEARCH_TIME_OVER')) reserved.settle()
        else reserved.settle(0)
        throw error
      }
    },
  }
}

/** Nobody knows the price of a text before it is written: as much as the dearest one of the run so far, in US dollars. */
export function likelyCost(run: ResearchRun): number {
  const costs = run.stepsOf({ phase: 'process', prefix: wordsPrefix }).map(({ usd }) => usd)
  return Math.max(0, ...costs)
}

/** How the keys of texts begin that a writer wrote for notes. */
export const wordsPrefix = 'words '
