import { isRecord, jsonOf, recordOf } from '@datacortex/platform'
import { researchError } from '../errors.ts'
import { type SavedLink, savedLink } from './saved-link.ts'

/** What is new in Readwise, and where the next look begins. */
export type ReadwiseNews = {
  readonly links: readonly SavedLink[]
  readonly passedOver: number
  readonly cursor: string
}

type ReadwiseOptions = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** `https://readwise.io` */
  readonly base: string
  readonly token: string
  /** That of the last look; all if absent. */
  readonly cursor?: string | undefined
  readonly now: () => number
  readonly signal: AbortSignal
}

/** Pages of a hundred; a list that does not end before is none. */
const mostPages = 1000

/**
 * Asks Readwise for what was saved since the last look. The cursor moves on only when all pages of it were read.
 * @throws `RESEARCH_READWISE_FAILED`, and what the guarded fetch throws.
 * @example const { links, cursor } = await readReadwise({ fetch, base, token, now: Date.now, signal })
 * @see https://readwise.io/reader_api
 */
export async function readReadwise({
  fetch,
  base,
  token,
  cursor,
  now,
  signal,
}: ReadwiseOptions): Promise<ReadwiseNews> {
  // Before the first page is asked for: what is saved meanwhile comes again, and is known by its address.
  const next = new Date(now()).toISOString()
  const links: SavedLink[] = []
  let [passedOver, page] = [0, '']
  for (let count = 0; count < mostPages; count += 1) {
    const address = new URL('/api/v3/list/', base)
    if (cursor !== undefined) address.searchParams.set('updatedAfter', cursor)
    if (page !== '') address.searchParams.set('pageCursor', page)
    const response = await fetch(address.href, { headers: { authorization: `Token ${token}` }, signal })
    const { results, nextPageCursor: following } = recordOf(response.ok ? jsonOf(await response.text()) : undefined)
    if (!Array.isArray(results)) throw researchError('RESEARCH_READWISE_FAILED', { status: response.status })
    // A highlight hangs on what it was made in.
    const records = results.filter((one) => isRecord(one) && (one['parent_id'] ?? null) === null)
    const found = records.flatMap((one) => savedLink(one, 'readwise') ?? [])
    links.push(...found)
    passedOver += results.length - found.length
    if (typeof following !== 'string' || following === '' || following === page)
      return { links, passedOver, cursor: next }
    page = following
  }
  throw researchError('RESEARCH_READWISE_FAILED', { status: 200 })
}
