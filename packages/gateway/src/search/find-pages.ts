import type { FoundAgent } from '@datacortex/space'
import { type FittingOptions, deepestFound } from './find-fitting.ts'
import { mostOfPage } from './search-request.ts'

export type PagePlace = {
  readonly offset: number
  readonly first: number | undefined
}

export type PageWish = PagePlace & {
  readonly end: number
  /** Whether only some of those that fit are wanted, for which it has to look deep at once. */
  readonly isFiltered: boolean
}

type Find = (wish: Pick<FittingOptions, 'count' | 'top'>) => Promise<readonly FoundAgent[]>

/** Finds all agents up to the end of a page, and one more if there is one, so that the pages are parts of one list. */
export async function findPages(
  { offset, end, first = 0, isFiltered }: PageWish,
  find: Find,
): Promise<readonly FoundAgent[]> {
  const isShort = (size: number): boolean => size < shortPage && !isFiltered
  if (offset === 0 && isShort(end)) return await find({ count: end + 1, top: end + 1 })
  const [shown, all] = await Promise.all([
    first > 0 && isShort(first) ? find({ count: first + 1, top: first + 1 }) : [],
    find(depthOf({ end, isFiltered })),
  ])
  const before = shown.slice(0, first)
  const ids = new Set(before.map(({ id }) => id))
  return [...before, ...all.filter(({ id }) => !ids.has(id))]
}

/** To find fewer would be to look deeper for some pages than for others where most of what is found may not be shown. */
function depthOf({ end, isFiltered }: Pick<PageWish, 'end' | 'isFiltered'>): Pick<FittingOptions, 'count' | 'top'> {
  const count = Math.max(end, mostOfPage) + 1
  return { count, top: isFiltered || end > mostOfPage ? deepestFound : count }
}

const shortPage = 20
