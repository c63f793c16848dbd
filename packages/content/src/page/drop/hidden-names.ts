import type { PageElements } from '../tree/page-elements.ts'

/** Classes and ids that a page's own style sheets hide from everybody, by rules of one simple selector. */
export function hiddenNames({ named }: PageElements): ReadonlySet<string> {
  const names = new Set<string>()
  const sheets = named('style')
    .filter((style) => !/print|width|speech/i.test(style.getAttribute('media') ?? ''))
    .map(({ textContent }) => textContent.replaceAll(/\/\*[\s\S]*?\*\//g, ''))
  if (!sheets.some((css) => hidingRule.test(css))) return names
  const shown = new Set<string>()
  for (const css of sheets)
    for (const { selectors, body, isConditional } of rulesOf(css)) {
      if (!isConditional && hidingRule.test(body)) for (const name of simpleNames(selectors)) names.add(name)
      if (showingRule.test(body)) for (const name of simpleNames(selectors)) shown.add(name)
    }
  for (const name of shown) names.delete(name)
  return names
}

const hidingRule = /(?:^|[;{])\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i
const showingRule = /(?:^|;)\s*(?:display\s*:\s*(?!none)\w|visibility\s*:\s*visible)/i
const conditional = /@(?:media|supports|layer|container|keyframes)[^;]*$/i

type Rule = {
  readonly selectors: string
  readonly body: string
  /** Whether it stands in `@media` or another such block. */
  readonly isConditional: boolean
}

/** The innermost blocks of a style sheet, in one pass. */
function* rulesOf(css: string): Generator<Rule> {
  const brace = /[{}]/g
  let depth = 0
  // The depth within the outermost conditional block; 0 outside.
  let nested = 0
  let from = 0
  let selectors: string | undefined
  for (let found = brace.exec(css); found !== null; found = brace.exec(css)) {
    const part = css.slice(from, found.index)
    from = found.index + 1
    if (found[0] === '{') {
      depth += 1
      if (nested === 0 && conditional.test(part)) nested = depth
      selectors = part
      continue
    }
    if (selectors !== undefined) yield { selectors, body: part, isConditional: nested > 0 }
    selectors = undefined
    depth = Math.max(0, depth - 1)
    if (depth < nested) nested = 0
  }
}

function simpleNames(selectors: string): readonly string[] {
  return selectors
    .split(',')
    .map((selector) => selector.trim())
    .filter((selector) => /^[.#][\w-]+$/.test(selector))
}
