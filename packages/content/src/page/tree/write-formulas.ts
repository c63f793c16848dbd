import { isElement } from './element.ts'

/** Puts the TeX of each formula in the place of what KaTeX, MathJax, MediaWiki or MathML made of it, as `\(…\)`. */
export function writeFormulas(document: Document): void {
  for (const element of document.querySelectorAll(drawn)) {
    if (!document.body.contains(element)) continue
    const tex = texOf(element)
    if (tex === undefined) continue
    // Older MathJax draws before the script that has the formula.
    for (let before = element.previousSibling; isOfMathJax(before); before = element.previousSibling) before.remove()
    element.replaceWith(isOnItsOwn(element) ? ` \\[${tex}\\] ` : `\\(${tex}\\)`)
  }
}

const drawn = '.katex-display, .katex, .mwe-math-element, mjx-container, math, script[type^="math/tex"]'

function isOfMathJax(node: Node | null): node is Element {
  return node !== null && isElement(node) && /^MathJax(?:_|$)/.test(node.getAttribute('class') ?? '')
}

function isOnItsOwn(element: Element): boolean {
  const math = element.localName === 'math' ? element : element.querySelector('math')
  return (
    element.classList.contains('katex-display') ||
    element.getAttribute('display') === 'true' ||
    math?.getAttribute('display') === 'block' ||
    /mode=display/.test(element.getAttribute('type') ?? '')
  )
}

function texOf(element: Element): string | undefined {
  const math = element.localName === 'math' ? element : element.querySelector('math')
  const written =
    element.localName === 'script'
      ? element.textContent
      : (element.querySelector('annotation[encoding="application/x-tex"]')?.textContent ??
        math?.getAttribute('alttext') ??
        element.querySelector('img')?.getAttribute('alt'))
  const tex = written ?? (math === null ? undefined : texOfMath(math))
  const line = tex
    ?.replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\{\\displaystyle (.*)\}$/, '$1')
    .trim()
  return line === undefined || line === '' || line.length > longest || /\\[)\]]/.test(line) ? undefined : line
}

const longest = 2000

/** What MathML says in TeX: powers, indices, fractions and roots; the rest is its signs. */
function texOfMath(element: Element): string {
  const parts = [...element.children].filter(({ localName }) => !localName.startsWith('annotation')).map(texOfMath)
  const [first = '', second = '', third = ''] = parts
  switch (element.localName) {
    case 'msup':
    case 'mover':
      return `${first}^{${second}}`
    case 'msub':
    case 'munder':
      return `${first}_{${second}}`
    case 'msubsup':
    case 'munderover':
      return `${first}_{${second}}^{${third}}`
    case 'mfrac':
      return String.raw`\frac{${first}}{${second}}`
    case 'msqrt':
      return String.raw`\sqrt{${parts.join('')}}`
    default:
      return parts.length === 0 ? element.textContent.trim() : parts.join('')
  }
}
