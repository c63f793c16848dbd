import type { Questions } from '@datacortex/space'
import { scoreText, shorten } from '@datacortex/wording'
import { type Terminal, askChoice, processTerminal } from './ask-choice.ts'
import { terminalText } from './terminal-text.ts'

type Choose = NonNullable<Questions['choose']>

type Asking = { readonly clear?: (() => void) | undefined; readonly terminal?: Terminal | undefined }

/** Lets a person choose on a terminal what research reads; Enter takes what the threshold would. */
export function chooseCandidates({ clear, terminal = processTerminal }: Asking): Choose {
  return async (candidates, { threshold, readUsd, notice, signal }) => {
    clear?.()
    if (notice !== undefined) terminal.output.write(terminalText(`${notice}\n`))
    const rows = candidates.map((candidate) => rowOf(candidate, readUsd))
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

/** Folded records that are shown of one candidate. */
const mostFolded = 5

type Candidate = Parameters<Choose>[0][number]

function rowOf({ title, score, publishedAt = '', foundBy, ...rest }: Candidate, readUsd: number): string {
  const { workIds, folded = [], text, url } = rest
  const [id] = Object.entries(workIds ?? {}).filter(([, value]) => value !== undefined)
  const isRead = text === undefined && url !== undefined
  const parts = [
    scoreText(score),
    title,
    publishedAt.slice(0, 4),
    [...new Set(foundBy.map(({ source }) => source))].join(', '),
    id === undefined ? '' : id.join(' '),
    isRead && readUsd > 0 ? `reading at most $${readUsd.toFixed(3)}` : '',
  ]
  const records = folded
    .slice(0, mostFolded)
    .map(({ source, title: other, why }) => ['folded', source, shorten(other, 60), shorten(why, 60)].join('  '))
  const more = folded.length > mostFolded ? [`and ${folded.length - mostFolded} more`] : []
  return [parts.filter((part) => part !== '').join('  '), ...records, ...more].join('\n')
}
