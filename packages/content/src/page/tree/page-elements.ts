import { isElement } from './text-measures.ts'

/** The elements of a page in order, without those in templates, found in one walk instead of one for each question. */
export type PageElements = {
  readonly all: readonly Element[]
  /** In order for each name, one name after the other. */
  readonly named: (...names: readonly string[]) => readonly Element[]
}

export function pageElements(document: Document): PageElements {
  const all: Element[] = []
  const byName = new Map<string, Element[]>()
  const enter = (element: Element): void => {
    all.push(element)
    const alike = byName.get(element.localName)
    if (alike === undefined) byName.set(element.localName, [element])
    else alike.push(element)
    if (element.localName === 'template') return
    for (let child = element.firstChild; child !== null; child = child.nextSibling) if (isElement(child)) enter(child)
  }
  enter(document.documentElement)
  return { all, named: (...names) => names.flatMap((name) => byName.get(name) ?? []) }
}
