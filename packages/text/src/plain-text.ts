import { wordSet } from './word-set.ts'

/**
 * What a person would read of a piece of HTML: no tags, comments and scripts, entities as characters, on one line.
 *
 * For titles and snippets; takes time in proportion to the text. A `<` that begins no tag stays.
 * @example plainText('<b>p</b> &lt; 0.05<br>n = 3') // 'p < 0.05 n = 3'
 */
export function plainText(html: string): string {
  return (
    decodeEntities(withoutTags(html))
      // oxlint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

function withoutTags(html: string): string {
  // Only ASCII, so that places stay the same.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  let text = ''
  let from = 0
  for (;;) {
    const start = html.indexOf('<', from)
    if (start === -1) return text + html.slice(from)
    text += html.slice(from, start)
    const name = /^<[/!?]?([a-z][a-z0-9]*)?/.exec(lower.slice(start, start + 30)) ?? []
    if (name[0] === '<') {
      text += '<'
      from = start + 1
      continue
    }
    const end = endOf(lower, { start, name: name[1] })
    if (end === -1) return text
    if (!inline.has(name[1] ?? '')) text += ' '
    from = end
  }
}

/** The place after a tag, or after all of a comment or script; -1 if it does not end. */
function endOf(html: string, { start, name }: { start: number; name: string | undefined }): number {
  if (html.startsWith('<!--', start)) return after(html, '-->', start + 4)
  if (html.startsWith('<![cdata[', start)) return start + 9
  const end = after(html, '>', start)
  if (end === -1 || html[start + 1] === '/' || (name !== 'script' && name !== 'style')) return end
  const close = html.indexOf(`</${name}`, end)
  return close === -1 ? -1 : after(html, '>', close)
}

function after(text: string, mark: string, from: number): number {
  const place = text.indexOf(mark, from)
  return place === -1 ? -1 : place + mark.length
}

const inline = wordSet(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strong sub sup tt u var wbr',
)

/**
 * A text with the character references of HTML replaced: the numeric ones and those that are common in prose; the rest
 * stay as they are.
 * @example decodeEntities('p &lt; 0.05') // 'p < 0.05'
 */
export function decodeEntities(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,8}\d?);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities.get(name) ?? whole
    const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
    return isCharacter ? String.fromCodePoint(point) : whole
  })
}

// Those that titles and abstracts have, each before its character.
const named = [
  `amp & lt < gt > quot " apos ' ndash – mdash — hellip … lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „`,
  'laquo « raquo » bull • middot · deg ° copy © reg ® trade ™ times × plusmn ± sect § minus − le ≤ ge ≥ euro € pound £',
  'alpha α beta β gamma γ delta δ micro µ auml ä ouml ö uuml ü Auml Ä Ouml Ö Uuml Ü szlig ß aring å oslash ø',
  'eacute é egrave è ecirc ê agrave à aacute á iacute í oacute ó uacute ú ntilde ñ ccedil ç Eacute É',
]

const entities: ReadonlyMap<string, string> = new Map([
  ...named.flatMap((line) =>
    [...line.matchAll(/(\w+) (\S+)/g)].map(([, name = '', character = '']) => [name, character] as const),
  ),
  ...['nbsp', 'ensp', 'emsp', 'thinsp'].map((name) => [name, ' '] as const),
])
