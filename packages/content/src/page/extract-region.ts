import { dropBoilerplate } from './drop/drop-boilerplate.ts'
import { dropCalls } from './drop/drop-calls.ts'
import { dropBreadcrumbs } from './drop/drop-breadcrumbs.ts'
import { dropCards } from './drop/drop-cards.ts'
import { dropGuideFurniture } from './drop/drop-guide-furniture.ts'
import { dropFurniture } from './drop/drop-furniture.ts'
import { dropBeforeHeading, dropLinkBlocks } from './drop/drop-link-blocks.ts'
import type { PageGenre } from './page-genre.ts'
import { measureText, type TextMeasures } from './tree/text-measures.ts'

export function extractRegion(document: Document, { genre, url }: { genre: PageGenre; url: string }): Element {
  const { body } = document
  const whole = measureText(body)
  const isList = genre === 'listing' || genre === 'collection'
  dropBoilerplate(body, { measures: whole, total: whole.of(body).text, keepsReplies: genre === 'forum' })
  if (genre === 'product')
    for (const element of body.querySelectorAll(reviews))
      if (element.querySelector('h1') === null && !element.matches('body, main')) element.remove()
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

/** The element that holds what a page is about: by its role, else the deepest that still has most of the text. */
function mainRegion(document: Document, measures: TextMeasures): Element {
  const { body } = document
  const total = measures.of(body).text
  for (const selector of [
    'main, [role="main"]',
    '#content, #main, #main-content, .main-content, #primary',
    'article',
  ]) {
    const found = [...document.querySelectorAll(selector)].filter((element) => element.parentElement !== null)
    const best = found.toSorted((a, b) => measures.of(b).text - measures.of(a).text)[0]
    if (best !== undefined && measures.of(best).text > total * (selector === 'article' ? 0.7 : 0.4)) return best
  }
  return body
}
