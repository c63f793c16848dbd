import type { TextMeasures } from './tree/text-measures.ts'

/** The element that holds what a page is about: by its role, else the deepest that still has most of the text. */
export function mainRegion(document: Document, measures: TextMeasures): Element {
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
