/** A value as trimmed text; undefined for what is neither text nor number nor boolean, and for nothing. */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  const text = String(value).toWellFormed().trim()
  return text === '' ? undefined : text
}

/** A list as texts; a single text is a list of one. */
export function textsOf(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  return items.map(textOf).filter((text) => text !== undefined)
}

export function nonEmpty(texts: readonly string[]): readonly string[] | undefined {
  return texts.length === 0 ? undefined : texts
}

/** Texts separated by commas outside parentheses, or a list of such. */
export function commaSeparated(value: unknown): readonly string[] {
  return textsOf(value)
    .flatMap(splitAtCommas)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** A comma is inside if the next parenthesis closes. Read from the end, so that none looks for it again. */
function splitAtCommas(text: string): readonly string[] {
  const parts: string[] = []
  let end = text.length
  let isInside = false
  for (let place = text.length - 1; place >= 0; place -= 1) {
    const character = text[place]
    if (character === '(' || character === ')') isInside = character === ')'
    if (character !== ',' || isInside) continue
    parts.push(text.slice(place + 1, end))
    end = place
  }
  return [...parts, text.slice(0, end)].reverse()
}

/** An object without the fields that are undefined; itself undefined if nothing is left. */
export function definedFields<T extends object>(fields: T): T | undefined {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined)
  // The same type, since every field that may be absent may be undefined.
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as T)
}

export function pickFields(fields: Readonly<Record<string, unknown>>, names: ReadonlySet<string>) {
  const kept = Object.entries(fields).filter(([key, value]) => names.has(key) && isPresent(value))
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

export function omitFields(fields: Readonly<Record<string, unknown>>, names: ReadonlySet<string>) {
  const kept = Object.entries(fields).filter(([key, value]) => !names.has(key) && isPresent(value))
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** A set of names, written as words with blanks between them. */
export function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
