import { classOf, elementNames, liesWithin } from '../tree/element.ts'

export function dropFurniture(root: Element, { entries }: { entries: number }): void {
  const least = Math.max(3, Math.ceil(entries * 0.4))
  const standsAlone = aloneTest()
  const parts = [...root.querySelectorAll(small)].flatMap((element) => {
    if ([...element.children].some(({ localName }) => !['br', 'wbr', 'i', 'svg', 'img'].includes(localName))) return []
    const text = element.textContent.replaceAll(/\s+/g, ' ').trim()
    if (text === '' || text.length > 60 || !standsAlone(element) || isDateOrName(element, text)) return []
    return [{ element, key: text.toLowerCase().replaceAll(/[\d.,]+k?/g, '0') }]
  })
  for (const group of Map.groupBy(parts, ({ key }) => key).values())
    if (group.length >= least) for (const { element } of group) element.remove()
}

const small = 'a,span,div,p,li,dt,dd,dl,strong,b,small,em,i,button,label,h3,h4,h5,h6,td,th'

/** Whether an element is no word within a sentence. */
function aloneTest(): (element: Element) => boolean {
  const known = new Map<Element, boolean>()
  const holdsWords = (parent: Element): boolean => {
    const holds = known.get(parent) ?? hasText(parent)
    known.set(parent, holds)
    return holds
  }
  return (element) => {
    if (element.closest('pre, code, blockquote, table table') !== null) return false
    return element.parentElement === null || !holdsWords(element.parentElement)
  }
}

function hasText(parent: Element): boolean {
  for (let child = parent.firstChild; child !== null; child = child.nextSibling)
    if (child.nodeType === 3 && /[\p{L}\p{N}]{3}/u.test(child.nodeValue ?? '')) return true
  return false
}

function isDateOrName(element: Element, text: string): boolean {
  if (liesWithin(element, times)) return true
  if (/\d/.test(text) && dated.test(text)) return true
  const link = element.closest('a')
  const name = `${classOf(element)} ${element.parentElement?.getAttribute('class') ?? ''} ${element.getAttribute('itemprop') ?? ''}`
  return (
    /author|user-?name|poster|\bname\b/i.test(name) ||
    /\/(?:user|member|profile|u|people)s?[/.?=-]/i.test(link?.getAttribute('href') ?? '')
  )
}

const times = elementNames('time')
const dated = /\b(?:1[89]|20)\d\d\b.*\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d{2}/
