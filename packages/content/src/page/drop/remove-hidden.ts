import { classOf, elementNames, holdsElement, isElement, liesWithin } from '../tree/element.ts'
import { measureText } from '../tree/text-measures.ts'
import { hiddenNames } from './hidden-names.ts'
import { type PageElements, pageElements } from '../tree/page-elements.ts'

export function removeHidden(document: Document, elements: PageElements = pageElements(document)): number {
  placeStreamed(document, elements)
  let toggled: ReadonlySet<string> | undefined
  const page: Page = {
    names: hiddenNames(elements),
    toggled: () => (toggled ??= toggledIds(document)),
    kept: aroundHeadings(elements),
  }
  let removed = 0
  const stack: Element[] = [document.body]
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    for (let child = element.firstChild; child !== null;) {
      const next: ChildNode | null = child.nextSibling
      if (isElement(child)) {
        if (isHidden(child, page)) {
          if (!liesWithin(child, silent)) removed += measureText(child).of(child).text
          child.remove()
        } else if (neverShown.has(child.localName)) child.remove()
        else stack.push(child)
      }
      child = next
    }
  }
  return removed
}

/** What only slows later walks. */
const neverShown = new Set(['script', 'style'])

/** Elements that show no text, hidden or not. */
const silent = elementNames('script style template noscript')

type Page = {
  readonly names: ReadonlySet<string>
  readonly toggled: () => ReadonlySet<string>
  readonly kept: ReadonlySet<Element>
}

const hidingStyle =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:!|;|$)|font-size\s*:\s*0|text-indent\s*:\s*-\d{3,}|(?:left|top|right)\s*:\s*-\d{4,}|clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01]|(?:max-)?(?:height|width)\s*:\s*[01](?:px)?\s*(?:;.*)?overflow\s*:\s*hidden|color\s*:\s*transparent)/i

function isHidden(element: Element, page: Page): boolean {
  if (!looksHidden(element, page.names)) return false
  const isFolded =
    foldedRole.test(element.getAttribute('role') ?? '') ||
    (element.id !== '' && page.toggled().has(element.id)) ||
    foldedName.test(classOf(element))
  // Pictures and headings fade in; a text that nobody is to see has neither.
  const fadesIn = isTransparent(element) && holdsElement(element, fading)
  if (!isFolded && !fadesIn && !page.kept.has(element)) return true
  // What comes after this must not take it for hidden.
  element.removeAttribute('hidden')
  element.removeAttribute('style')
  return false
}

const fading = elementNames('h2 h3 img')

function isTransparent(element: Element): boolean {
  const style = (element.getAttribute('style') ?? '').replace(/opacity\s*:\s*0(?:\.0+)?\s*(?:;|$)/i, ';')
  return !element.hasAttribute('hidden') && element.localName !== 'dialog' && !hidingStyle.test(style)
}

const foldedRole = /^tabpanel$/i
const foldedName =
  /(?:^|[\s_-])(?:tab-?(?:pane|panel|content)|accordion|collaps(?:e|ed|ible)|expandable|disclosure)(?:$|[\s_-])/i

function looksHidden(element: Element, names: ReadonlySet<string>): boolean {
  const hidden = element.getAttribute('hidden')
  if (hidden !== null && hidden !== 'until-found') return true
  if (element.localName === 'dialog' && !element.hasAttribute('open')) return true
  const style = element.getAttribute('style')
  if (style !== null && (hidingStyle.test(style) || isUnreadable(style))) return true
  const classes = classOf(element)
  if (hiddenClass.test(classes) && !shownClass.test(classes)) return true
  if (names.size === 0) return false
  return names.has(`#${element.id}`) || (classes !== '' && classes.split(/\s+/).some((name) => names.has(`.${name}`)))
}

/** What linked style sheets mean by these is agreed upon; that of wider screens counts. */
const hiddenClass = /(?:^|\s)(?:hidden|is-hidden|d-none|display-none)(?:\s|$)/
const shownClass = /(?:^|\s)(?:[\w-]+:(?:block|flex|grid|inline|table|contents)|d-(?:sm|md|lg|xl|xxl)-(?!none))/

function toggledIds(document: Document): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const control of document.querySelectorAll(
    '[aria-controls], [role="tab"][href^="#"], [data-toggle][href^="#"]',
  )) {
    const list = control.getAttribute('aria-controls') ?? control.getAttribute('href')?.slice(1) ?? ''
    for (const id of list.split(/\s+/)) ids.add(id)
  }
  ids.delete('')
  return ids
}

/** Everything that the main heading or the main part lies in. */
function aroundHeadings({ all, named }: PageElements): ReadonlySet<Element> {
  const kept = new Set<Element>()
  const main = all.filter((element) => element.getAttribute('role') === 'main')
  for (const heading of [...named('h1', 'main'), ...main])
    for (let above: Element | null = heading; above !== null; above = above.parentElement) kept.add(above)
  return kept
}

/** React streams parts as `<div hidden id="S:1">` for the place of `<template id="B:1">` or `P:1`. */
function placeStreamed(document: Document, { named }: PageElements): void {
  if (named('template').length === 0) return
  for (const part of named('div')) {
    if (!part.id.startsWith('S:') || !part.hasAttribute('hidden')) continue
    const number = part.id.slice(2)
    const place = document.getElementById(`B:${number}`) ?? document.getElementById(`P:${number}`)
    if (place?.localName !== 'template' || part.contains(place)) continue
    part.removeAttribute('hidden')
    place.replaceWith(part)
  }
}

/** Text in the colour of its ground. */
function isUnreadable(style: string): boolean {
  const color = /(?:^|;)\s*color\s*:\s*([^;!]+)/i.exec(style)?.[1]?.trim().toLowerCase()
  const ground = /(?:^|;)\s*background(?:-color)?\s*:\s*([^;!]+)/i.exec(style)?.[1]?.trim().toLowerCase()
  return color !== undefined && color === ground
}
