import { needsGap } from './inline-gap.ts'
import { inlineElements } from './inline-elements.ts'
import { isElement } from '../tree/element.ts'
import { textLength } from '../tree/text-measures.ts'

const silent = new Set(['script', 'style', 'template', 'noscript', 'head', 'svg'])

/**
 * The text of a tree as it is read, without marks: a line for each block, cells of tables apart.
 * @param least - Only the beginning, of as many characters at least, if there are.
 */
export function plainText(root: Node, least = Infinity): string {
  const parts: string[] = []
  write(root, { parts, least })
  return parts
    .join('')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** What is written, and how many characters are still wanted. */
type Written = { readonly parts: string[]; least: number }

function write(node: Node, written: Written): void {
  const { parts } = written
  for (let child = node.firstChild; child !== null && written.least > 0; child = child.nextSibling) {
    if (child.nodeType === 3) writeText((child.nodeValue ?? '').replaceAll('\n', ' '), written)
    if (!isElement(child) || silent.has(child.localName)) continue
    if (child.localName === 'br') parts.push('\n')
    else if (child.localName === 'pre') writeText(`\n${child.textContent}\n`, written)
    else if (inlineElements.has(child.localName)) writeInline(child, written)
    else {
      const gap = child.localName === 'td' || child.localName === 'th' ? ' ' : '\n'
      parts.push(gap)
      write(child, written)
      parts.push(gap)
    }
  }
}

function writeText(text: string, written: Written): void {
  written.parts.push(text)
  if (written.least !== Infinity) written.least -= textLength(text)
}

function writeInline(element: Element, written: Written): void {
  const { parts } = written
  const at = parts.length
  write(element, written)
  const before = parts[at - 1] ?? ''
  const isAfterElement = element.previousSibling !== null && isElement(element.previousSibling)
  if (isAfterElement && needsGap(before, parts[at] ?? '')) parts.splice(at, 0, ' ')
}
