import { classOf, elementNames, holdsElement } from '../tree/element.ts'
import type { TextMeasures } from '../tree/text-measures.ts'

/** Removes rows of cards that lead to other pages: other products, other articles. */
export function dropCards(root: Element, { measures, most }: { measures: TextMeasures; most: number }): void {
  const rows = rowsOfCards(root, measures)
  const outermost = rows.filter((row) => !rows.some((other) => other !== row && other.contains(row)))
  const text = outermost.reduce((sum, row) => sum + measures.of(row).text, 0)
  if (text <= measures.of(root).text * most) for (const row of rows) if (row.parentNode !== null) dropWithHeading(row)
}

function rowsOfCards(root: Element, measures: TextMeasures): readonly Element[] {
  const total = measures.of(root).text
  const rows: Element[] = []
  for (const list of root.querySelectorAll('ul,ol,div,section')) {
    if (list === root) continue
    const { text, linked } = measures.of(list)
    const children = [...list.children]
    if (children.length < 3 || text > total * 0.7 || holdsElement(list, title)) continue
    const [first] = children
    const alike = children.filter((child) => isLike(child, first))
    if (alike.length < 3 || alike.length < children.length * 0.7) continue
    const cards = alike.filter((card) => {
      const link = card.localName === 'a' ? card : card.querySelector('a[href]')
      if (link === null || measures.of(card).text > 400) return false
      return holdsElement(card, pictures) || measures.of(card).linked > measures.of(card).text * 0.6
    })
    const hasPrices = (): boolean => (list.textContent.match(price)?.length ?? 0) >= cards.length * 0.6
    if (cards.length >= alike.length * 0.7 && (linked >= text * 0.3 || hasPrices())) rows.push(list)
  }
  return rows
}

const title = elementNames('h1')
const pictures = elementNames('img picture')

function isLike(element: Element, other: Element | undefined): boolean {
  const name = (one: Element): string => classOf(one).split(/\s+/)[0] ?? ''
  return other !== undefined && element.localName === other.localName && name(element) === name(other)
}

/** An amount with the sign or the code of a currency. */
export const price: RegExp =
  /(?:[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|AUD|CAD|kr|zł)\b)\s?\d[\d.,]*|\d[\d.,]*\s?(?:[€£¥₹]|\b(?:USD|EUR|GBP|CHF|AUD|CAD|kr|zł)\b)/g

/** The list, and the heading just above it if that has nothing else to announce. */
function dropWithHeading(list: Element): void {
  let top: Element = list
  while (top.parentElement !== null && top.previousElementSibling === null && top.parentElement.children.length === 1)
    top = top.parentElement
  const before = top.previousElementSibling
  const announces = before !== null && /^h[2-6]$/.test(before.localName) && before.textContent.length < 100
  if (announces && (top.nextElementSibling === null || /^h[1-6]$/.test(top.nextElementSibling.localName)))
    before.remove()
  top.remove()
}
