import { redact } from '@datacortex/errors'
import type { ResearchConfig } from '@datacortex/research'
import { UsageError } from '../errors.ts'

/** What a run of research is about, and which of what it finds is read. */
export type ResearchSubjects = Pick<ResearchConfig, 'topic' | 'urls' | 'select'>

/**
 * Tells addresses from words.
 *
 * @param options - Arguments of `research`: words and addresses, and what to select.
 * @throws {@link UsageError} if there is neither, an address can't be read, or the selection is none.
 * @example subjectsOf({ subjects: ['spring tides'] }) // { topic: 'spring tides', urls: [] }
 */
export function subjectsOf({
  subjects,
  topic = '',
  select,
}: {
  readonly subjects: readonly string[]
  readonly topic?: string | undefined
  readonly select?: readonly string[] | undefined
}): ResearchSubjects {
  const urls = subjects.filter(isAddress)
  const others = subjects.filter((subject) => !isAddress(subject))
  const unread = others.find((subject) => /^[a-z][a-z\d+.-]*:\/\/\S*$/i.test(subject))
  if (unread !== undefined)
    throw new UsageError({
      message: `${JSON.stringify(unread)} can't be read: only addresses of http and https are, and nobody was asked.`,
      hint: 'Files are read by datacortex ingest PATH.',
    })
  const words = [topic, ...others].join(' ').trim()
  if (words === '' && urls.length === 0)
    throw new UsageError({
      message: 'There is no topic and no address.',
      hint: 'datacortex research "what you want to know"',
    })
  // It names files and heads the report, where keys of addresses have no place.
  return { topic: words === '' ? redact(urls.join(' ')) : words, urls, ...selectOf(select) }
}

function isAddress(subject: string): boolean {
  return /^https?:\/\/\S+$/i.test(subject)
}

/**
 * What `--select` means.
 *
 * @param select - `all`, or numbers with commas between them, as often as they were given.
 * @throws {@link UsageError} if it is neither.
 * @example selectOf(['1,3', '5']) // { select: [1, 3, 5] }
 */
export function selectOf(select: readonly string[] | undefined): Pick<ResearchConfig, 'select'> {
  if (select === undefined) return {}
  const given = select.join(',')
  if (given === 'all') return { select: given }
  const numbers = given.split(',').map(Number)
  if (numbers.length > 0 && numbers.every((number) => Number.isInteger(number) && number > 0))
    return { select: numbers }
  throw new UsageError({
    message: `--select is all or numbers such as 1,3,5, not ${JSON.stringify(given)}.`,
    hint: '--select all',
  })
}
