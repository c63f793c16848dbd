import { isElement } from './element.ts'

/** How much text an element shows, in characters without runs of space, and how much of it is links. */
export type TextMeasure = { readonly text: number; readonly linked: number }

export type TextMeasures = { of(element: Element): TextMeasure }

const nothing: TextMeasure = { text: 0, linked: 0 }

export function measureText(root: Element): TextMeasures {
  const measures = new Map<Element, TextMeasure>()
  const stack: { readonly own: { text: number; linked: number }; next: ChildNode | null; readonly isLink: boolean }[] =
    []
  const enter = (element: Element, isLink: boolean): void => {
    const own = { text: 0, linked: 0 }
    measures.set(element, own)
    stack.push({ own, next: element.firstChild, isLink: isLink || element.localName === 'a' })
  }
  enter(root, false)
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const { next, own, isLink } = top
    if (next === null) {
      stack.pop()
      const above = stack.at(-1)?.own
      if (above !== undefined) {
        above.text += own.text
        above.linked += own.linked
      }
      continue
    }
    top.next = next.nextSibling
    if (isElement(next)) {
      if (!silent.has(next.localName)) enter(next, isLink)
    } else if (next.nodeType === 3) {
      const length = textLength(next.nodeValue ?? '')
      own.text += length
      if (isLink) own.linked += length
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
