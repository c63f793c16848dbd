import type { ResearchPorts } from '@datacortex/research'
import type { Context } from '../context.ts'
import type { Terminal } from './ask-choice.ts'
import { askChoice, processTerminal } from './ask-choice.ts'

/** Who chooses: the person at the terminal; undefined where there is none, and the threshold decides. */
export function chooseOnTerminal({ json, clearProgress }: Context): ResearchPorts['choose'] {
  if (json || !process.stdin.isTTY || !process.stderr.isTTY) return undefined
  return chooseCandidates({ clear: clearProgress })
}

/**
 * Lets a person choose on a terminal what research reads; Enter takes what the threshold would.
 *
 * @param options - `clear`: removes the progress line; the terminal of this process if absent.
 * @example const choose = chooseCandidates({ clear })
 */
export function chooseCandidates({
  clear,
  terminal = processTerminal,
}: {
  readonly clear?: (() => void) | undefined
  readonly terminal?: Terminal | undefined
}): NonNullable<ResearchPorts['choose']> {
  return async (candidates, { threshold, notice, signal }) => {
    clear?.()
    if (notice !== undefined) terminal.output.write(`${notice}\n`)
    const rows = candidates.map(({ title, score, publishedAt = '', foundBy, merged }) => {
      const folded = merged.length === 0 ? '' : `  (${merged.length} folded)`
      return `${score.toFixed(2)}  ${title}  ${publishedAt.slice(0, 4)}  ${[...new Set(foundBy.map(({ source }) => source))].join(', ')}${folded}`
    })
    const question = `Which to read? (numbers, all, none, Enter for those from ${threshold} up)`
    const chosen = await askChoice(rows, { question, signal, terminal })
    const wanted =
      chosen === undefined
        ? candidates.filter(({ score }) => score >= threshold)
        : chosen === 'all'
          ? candidates
          : chosen.flatMap((place) => candidates[place - 1] ?? [])
    return wanted.map(({ id }) => id)
  }
}
