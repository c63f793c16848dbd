import { oneLine } from '../text/one-line.ts'
import { parsePage } from './tree/parse-page.ts'

/** A link of a page, with all its attributes by their names in small letters. */
export type PageAnchor = {
  readonly text: string
  readonly attributes: Readonly<Record<string, string>>
  /** The heading that stands before it. */
  readonly under: string
}

/**
 * The links of a page in their order. Throws as `readPage` where it is too large.
 * @example pageAnchors('<a href="https://a.example" tags="x">A</a>')[0]?.attributes['tags'] // 'x'
 */
export function pageAnchors(html: string): readonly PageAnchor[] {
  const { document } = parsePage(html, { url: 'about:blank' })
  let under = ''
  return [...document.querySelectorAll('a,h1,h2,h3')].flatMap((element) => {
    const text = oneLine(element.textContent)
    // Browsers write the names of attributes in capitals.
    const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name.toLowerCase(), value]))
    if (element.localName === 'a') return attributes['href'] === undefined ? [] : [{ text, under, attributes }]
    under = text
    return []
  })
}
