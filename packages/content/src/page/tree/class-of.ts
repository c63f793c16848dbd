/**
 * The class of an element as it is written. The parser's own `getAttribute` puts it together from a set of words each
 * time, which shows on pages of thousands of elements.
 */
export function classOf(element: Element): string {
  return element.getAttributeNode('class')?.value ?? ''
}
