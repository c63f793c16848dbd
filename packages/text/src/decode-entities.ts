/**
 * A text with the character references of HTML replaced: the numeric ones and those that are common in prose; the rest
 * stay as they are.
 *
 * @param text - Without tags.
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
