import { isElement } from './element.ts'

/** The elements of a page in order, without those in templates, found in one walk instead of one for each question. */
export type PageElements = {
  readonly all: readonly Element[]
  /** In order for each name, one name after the other. */
  readonly named: (...names: readonly string[]) => readonly Element[]
}

export function pageElements(document: Document): PageElements {
  const all: Element[] = []
  const enter = (element: Element): void => {
    all.push(element)
    if (element.localName === 'template') return
    for (let child = element.firstChild; child !== null; child = child.nextSibling) if (isElement(child)) enter(child)
  }
  enter(document.documentElement)
  const byName = Map.groupBy(all, ({ localName }) => localName)
  return { all, named: (...names) => names.flatMap((name) => byName.get(name) ?? []) }
}
