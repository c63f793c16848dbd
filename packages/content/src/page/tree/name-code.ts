import { classOf } from './class-of.ts'

/** Gives each block of code the class `language-…` that it or what is around it says in some way, and takes the numbers of lines out. */
export function nameCode(document: Document): void {
  for (const number of document.querySelectorAll('pre .lineno, pre .linenos, pre .line-number')) number.remove()
  for (const code of document.querySelectorAll('pre')) {
    // What a table sets beside a block are the numbers of its lines.
    if (/^\s*1\s(?:\s*\d+\s)*\s*\d*\s*$/.test(`${code.textContent} `) && code.closest('td') !== null) code.remove()
    const around = [code.querySelector('code'), code, ...parents(code)].filter((one) => one !== null)
    const language = around.map(languageOf).find((one) => one !== undefined)
    if (language !== undefined) code.setAttribute('class', `language-${language} ${classOf(code)}`)
  }
}

/** Boxes around one block, and no more: what they are called is said of it. */
function parents(code: Element): readonly Element[] {
  const found: Element[] = []
  for (let box = code.parentElement; box !== null && found.length < mostBoxes; box = box.parentElement) {
    if (box.localName === 'body' || box.querySelectorAll('pre').length > 1) break
    found.push(box)
  }
  return found
}

/** Some set a block into a table, for the numbers of its lines. */
const mostBoxes = 6

function languageOf(element: Element): string | undefined {
  const names = classOf(element)
  const [data, plain] = [
    element.getAttribute('data-lang') ?? element.getAttribute('data-language'),
    element.getAttribute('lang'),
  ]
  // Codes of what people speak have two letters or three.
  const said = data ?? (element.localName === 'pre' && plain?.search(/^\w{2,3}(?:-|$)/) === -1 ? plain : '')
  const found = named.exec(names)?.[1] ?? /^[\w+#-]{1,20}$/.exec(said)?.[0] ?? marked.exec(names)?.[1]
  return found === undefined || none.test(found) ? undefined : found
}

const named = /(?:^|\s)(?:(?:language|lang|highlight-source|mw-highlight-lang|highlight)-|brush:\s?)([\w+#-]{1,20})/
/** Of highlighters that give the name alone. */
const marked = /^(?:hljs|sourceCode|highlight)\s([\w+#]{1,20})$/
const none = /^(?:default|none|plain\w*|text|notranslate|wrapper|container|source|nohighlight)/
