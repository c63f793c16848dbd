export function classOf(element: Element): string {
  return element.getAttributeNode('class')?.value ?? ''
}
