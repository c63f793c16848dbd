import { dropBoilerplate } from './drop/drop-boilerplate.ts'
import { dropCalls } from './drop/drop-calls.ts'
import { dropBreadcrumbs } from './drop/drop-breadcrumbs.ts'
import { dropCards } from './drop/drop-cards.ts'
import { dropGuideFurniture } from './drop/drop-guide-furniture.ts'
import { dropFurniture } from './drop/drop-furniture.ts'
import { dropBeforeHeading, dropLinkBlocks } from './drop/drop-link-blocks.ts'
import { mainRegion } from './main-region.ts'
import type { PageGenre } from './page-genre.ts'
import { measureText } from './tree/text-measures.ts'

export function extractRegion(document: Document, { genre, url }: { genre: PageGenre; url: string }): Element {
  const { body } = document
  const whole = measureText(body)
  const isList = genre === 'listing' || genre === 'collection'
  dropBoilerplate(body, { measures: whole, total: whole.of(body).text, keepsReplies: genre === 'forum' })
  if (genre === 'product') for (const element of body.querySelectorAll(reviews)) dropReviews(element)
  if (genre === 'forum') dropFurniture(body, { entries: 6 })
  const region = mainRegion(document, measureText(body))
  if (!isList && genre !== 'documentation')
    dropCards(region, { measures: measureText(region), most: genre === 'page' ? 0.4 : 1 })
  dropBeforeHeading(region, measureText(region))
  if (genre === 'documentation') dropGuideFurniture(region, { measures: measureText(region), url })
  if (!isList && genre !== 'documentation')
    dropLinkBlocks(region, { measures: measureText(region), keepsNames: genre === 'forum' })
  dropCalls(region)
  dropBreadcrumbs(region)
  return region
}

const reviews = '[class*="review"],[id*="review"],[class*="Review"],[id*="Review"]'

function dropReviews(element: Element): void {
  if (element.querySelector('h1') === null && !element.matches('body, main')) element.remove()
}
