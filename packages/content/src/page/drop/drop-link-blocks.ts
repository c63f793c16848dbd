import { elementNames, holdsElement, isElement } from '../tree/element.ts'
import type { TextMeasures } from '../tree/text-measures.ts'

/** Removes blocks that are mostly links: what leads elsewhere and says little here. Changes `root`. */
export function dropLinkBlocks(
  root: Element,
  { measures, keepsNames }: { measures: TextMeasures; keepsNames: boolean },
) {
  for (const element of root.querySelectorAll('ul,ol,div,p,section,nav,table,dl')) {
    if (element === root || element.parentNode === null) continue
    const { text, linked } = measures.of(element)
    if (text === 0 || text > 400) continue
    const most = element.localName === 'p' ? 0.8 : 0.6
    if (linked <= text * most || holdsElement(element, kept) || isInText(element)) continue
    if (!keepsNames || element.querySelector(names) === null) element.remove()
  }
}

const kept = elementNames('h1 pre code')

/** Who wrote something, in threads. */
const names = '[class*="username"],[class*="author"],[rel="author"],[itemprop="author"],[class*="user-name"]'

/** A list that a paragraph announces belongs to the text: its items are what is said. */
function isInText(element: Element): boolean {
  const before = element.previousElementSibling
  return before?.localName === 'p' && (/[:：]\s*$/.test(before.textContent) || before.textContent.length > 80)
}

/** Removes what stands before the main heading and is no text: menus that have no name, calls to log in. */
export function dropBeforeHeading(root: Element, measures: TextMeasures): void {
  const heading = root.querySelector('h1')
  const total = measures.of(root).text
  if (heading === null || measures.of(heading).text < 2) return
  for (let above: Element = heading; above !== root && above.parentElement !== null; above = above.parentElement) {
    for (let before = above.previousSibling; before !== null;) {
      const previous: ChildNode | null = before.previousSibling
      if (isElement(before) && isNoText(before, { measures, total })) before.remove()
      before = previous
    }
  }
}

function isNoText(element: Element, { measures, total }: { measures: TextMeasures; total: number }): boolean {
  const { text, linked } = measures.of(element)
  if (text > total * 0.3) return false
  return linked > text * 0.3 || ![...element.querySelectorAll('p')].some((p) => measures.of(p).text > 80)
}
