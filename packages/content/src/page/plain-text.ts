import { needsGap } from './inline-gap.ts'
import { inlineElements } from './inline-elements.ts'
import { isElement } from './text-measures.ts'

const silent = new Set(['script', 'style', 'template', 'noscript', 'head', 'svg'])

/**
 * The text of a tree as it is read, without marks: a line for each block, cells of tables apart.
 *
 * @param root - Not deeper than the limit of pages.
 */
export function plainText(root: Node): string {
  const parts: string[] = []
  write(root, parts)
  return parts
    .join('')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function write(node: Node, parts: string[]): void {
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType === 3) parts.push((child.nodeValue ?? '').replaceAll('\n', ' '))
    if (!isElement(child) || silent.has(child.localName)) continue
    if (child.localName === 'br') parts.push('\n')
    else if (child.localName === 'pre') parts.push('\n', child.textContent, '\n')
    else if (inlineElements.has(child.localName)) writeInline(child, parts)
    else {
      const gap = child.localName === 'td' || child.localName === 'th' ? ' ' : '\n'
      parts.push(gap)
      write(child, parts)
      parts.push(gap)
    }
  }
}

function writeInline(element: Element, parts: string[]): void {
  const at = parts.length
  write(element, parts)
  const before = parts[at - 1] ?? ''
  const isAfterElement = element.previousSibling !== null && isElement(element.previousSibling)
  if (isAfterElement && needsGap(before, parts[at] ?? '')) parts.splice(at, 0, ' ')
}
