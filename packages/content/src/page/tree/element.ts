export function isElement(node: Node): node is Element {
  return node.nodeType === 1
}

export function classOf(element: Element): string {
  return element.getAttributeNode('class')?.value ?? ''
}

export function holdsElement(root: Element, names: ReadonlySet<string>): boolean {
  if (root.localName === 'template') return false
  for (let child = root.firstChild; child !== null; child = child.nextSibling)
    if (isElement(child) && (names.has(child.localName) || holdsElement(child, names))) return true
  return false
}

/** Whether an element has one of some names or lies in one that has: `closest` for names alone. `names`: lower case. */
export function liesWithin(element: Element, names: ReadonlySet<string>): boolean {
  for (let above: Element | null = element; above !== null; above = above.parentElement)
    if (names.has(above.localName)) return true
  return false
}

export function elementNames(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
