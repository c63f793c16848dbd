import type { TextSpan } from './text-span.ts'

/** Finds quotations of a text: word for word, else with white space, quotation marks and dashes made equal. */
export function quoteFinder(text: string): (quote: string) => TextSpan | undefined {
  let plain: Plain | undefined
  return (quote) => {
    const wanted = quote.trim()
    if (!/[\p{L}\p{N}]/u.test(wanted)) return undefined
    const exact = text.indexOf(wanted)
    if (exact !== -1) return { text: wanted, start: exact, end: exact + wanted.length }
    plain ??= makePlain(text)
    return findPlain(text, { plain, wanted: makePlain(wanted).text.trim() })
  }
}

type Plain = { readonly text: string; readonly offsets: Uint32Array }

function findPlain(text: string, { plain, wanted }: { plain: Plain; wanted: string }): TextSpan | undefined {
  // Models like to put a quotation into marks of their own.
  for (const candidate of [wanted, wanted.replace(/^["']+|["']+$/g, '').trim()]) {
    const at = candidate === '' ? -1 : plain.text.indexOf(candidate)
    if (at === -1) continue
    const start = plain.offsets[at] ?? 0
    const end = (plain.offsets[at + candidate.length - 1] ?? 0) + 1
    return { text: text.slice(start, end), start, end }
  }
  return undefined
}

/** One code unit for each that is kept, so that offsets can be mapped back. */
function makePlain(text: string): Plain {
  const units: string[] = []
  const offsets = new Uint32Array(text.length)
  let length = 0
  let wasSpace = false
  for (let index = 0; index < text.length; index += 1) {
    const unit = text[index] ?? ''
    if (dropped.test(unit)) continue
    const isSpace = space.test(unit)
    if (isSpace && wasSpace) continue
    wasSpace = isSpace
    units.push(isSpace ? ' ' : (equal.get(unit) ?? unit))
    offsets[length] = index
    length += 1
  }
  return { text: units.join(''), offsets }
}

const space = /\s/
const dropped = /[\u00AD\u200B-\u200D\u2060\uFEFF]/
const equal = new Map([
  ...Array.from('“”„‟«»″＂', (mark) => [mark, '"'] as const),
  ...Array.from('‘’‚‛ʼ′`´‹›', (mark) => [mark, "'"] as const),
  ...Array.from('‐‑‒–—―−', (mark) => [mark, '-'] as const),
])
