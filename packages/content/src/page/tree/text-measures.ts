import { isElement } from './element.ts'

/** How much text an element shows, in characters without runs of space, and how much of it is links. */
export type TextMeasure = { readonly text: number; readonly linked: number }

export type TextMeasures = { of(element: Element): TextMeasure }

const nothing: TextMeasure = { text: 0, linked: 0 }

export function measureText(root: Element): TextMeasures {
  const measures = new Map<Element, { text: number; linked: number }>()
  const stack: { readonly element: Element; next: ChildNode | null; isLink: boolean }[] = []
  const enter = (element: Element, isLink: boolean): void => {
    measures.set(element, { text: 0, linked: 0 })
    stack.push({ element, next: element.firstChild, isLink: isLink || element.localName === 'a' })
  }
  enter(root, false)
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const { next } = top
    const own = measures.get(top.element)
    if (next === null) {
      stack.pop()
      const above = measures.get(stack.at(-1)?.element ?? root)
      if (own !== undefined && above !== undefined && above !== own) {
        above.text += own.text
        above.linked += own.linked
      }
      continue
    }
    top.next = next.nextSibling
    if (isElement(next)) {
      if (!silent.has(next.localName)) enter(next, top.isLink)
    } else if (next.nodeType === 3 && own !== undefined) {
      const length = textLength(next.nodeValue ?? '')
      own.text += length
      if (top.isLink) own.linked += length
    }
  }
  return { of: (element) => measures.get(element) ?? nothing }
}

const silent = new Set(['script', 'style', 'template', 'noscript'])

/** Characters of a text without runs of space and space around it. */
export function textLength(text: string): number {
  const trimmed = text.trim()
  return trimmed.length < 40 ? trimmed.length : trimmed.replaceAll(/\s+/g, ' ').length
}
