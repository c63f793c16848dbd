// https://html.spec.whatwg.org/multipage/links.html#sequential-link-types
/** Removes lines of links to the pages before, behind and above, as manuals and series of posts have them. */
export function dropBreadcrumbs(root: Element): void {
  for (const link of root.querySelectorAll('a[rel]')) {
    if (!isWayMark(link)) continue
    const line = link.parentElement
    // A sentence may link to the next page; a line of way marks is hardly more than its links.
    if (line === null || line === root || line.textContent.length > mostCharacters) continue
    const links = [...line.querySelectorAll('a')]
    if (!links.some((other) => other.hasAttribute('rel') && !isWayMark(other))) line.remove()
  }
}

function isWayMark(link: Element): boolean {
  return (link.getAttribute('rel') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .some((type) => wayMarks.has(type))
}

const wayMarks = new Set(['next', 'prev', 'previous', 'up', 'start', 'index', 'contents', 'first', 'last'])
const mostCharacters = 200
