import { classOf } from './element.ts'

/** Gives each block of code the class `language-…` that is said of it in some way, and takes the numbers of lines out. */
export function nameCode(document: Document): void {
  for (const number of document.querySelectorAll('pre .lineno, pre .linenos, pre .line-number')) number.remove()
  // What a table sets beside a block are the numbers of its lines.
  for (const code of document.querySelectorAll('td pre'))
    if (/^\s*1(?:\s+\d+)*\s*$/.test(code.textContent)) code.remove()
  const boxes = [...document.querySelectorAll('pre')].map((code) => ({ code, around: boxesOf(code) }))
  const held = Map.groupBy(
    boxes.flatMap(({ around }) => around),
    (box) => box,
  )
  for (const { code, around } of boxes) {
    // What several blocks lie in is not called after one of them.
    const own = around.filter((box) => held.get(box)?.length === 1)
    const language = [code.querySelector('code'), code, ...own].map(languageOf).find((one) => one !== undefined)
    if (language !== undefined) code.setAttribute('class', `language-${language} ${classOf(code)}`)
  }
}

/** Some generators set a block into a table, for the numbers of its lines. */
function boxesOf(code: Element, most = 6): readonly Element[] {
  const box = code.parentElement
  return box === null || box.localName === 'body' || most === 0 ? [] : [box, ...boxesOf(box, most - 1)]
}

function languageOf(element: Element | null): string | undefined {
  if (element === null) return undefined
  const names = classOf(element)
  const lang = element.localName === 'pre' ? (element.getAttribute('lang') ?? '') : ''
  // Codes of what people speak have two letters or three.
  const said =
    element.getAttribute('data-lang') ?? element.getAttribute('data-language') ?? lang.replace(/^\w{2,3}(?:-.*)?$/, '')
  const found = named.exec(names)?.[1] ?? /^[\w+#-]{1,20}$/.exec(said)?.[0] ?? marked.exec(names)?.[1]
  return found === undefined || none.test(found) ? undefined : found
}

const named = /(?:^|\s)(?:(?:language|lang|highlight-source|mw-highlight-lang|highlight)-|brush:\s?)([\w+#-]{1,20})/
/** Of highlighters that give the name alone. */
const marked = /^(?:hljs|sourceCode|highlight)\s([\w+#]{1,20})$/
const none = /^(?:default|none|plain\w*|text|notranslate|wrapper|container|source|nohighlight)/
