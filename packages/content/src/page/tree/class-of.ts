/** The class of an element as it is written. */
export function classOf(element: Element): string {
  return element.getAttributeNode('class')?.value ?? ''
}
