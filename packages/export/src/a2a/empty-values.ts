import { isRecord } from '@datacortex/platform'

/** A value that says nothing, and where it is. */
export type EmptyValue = { readonly path: readonly (string | number)[]; readonly what: string }

/** Every empty text, list and map in a JSON value, and nesting that no card has. */
export function emptyValues(value: unknown): readonly EmptyValue[] {
  const found: EmptyValue[] = []
  visit(value, [])
  return found

  function visit(at: unknown, path: readonly (string | number)[]): void {
    if (typeof at === 'string' && at.trim() === '') found.push({ path, what: 'empty' })
    else if (Array.isArray(at)) {
      if (at.length === 0) found.push({ path, what: 'an empty list' })
      else if (path.length >= deepest) found.push({ path, what: 'nested too deeply' })
      else at.forEach((item, index) => visit(item, [...path, index]))
    } else if (isRecord(at)) {
      const fields = Object.entries(at)
      if (fields.length === 0) found.push({ path, what: 'an empty map' })
      else if (path.length >= deepest) found.push({ path, what: 'nested too deeply' })
      else for (const [key, field] of fields) if (field !== undefined) visit(field, [...path, key])
    } else if (at === null) found.push({ path, what: 'null' })
    else if (at === false && path.at(-1) === 'required' && path.at(-3) === 'extensions')
      found.push({ path, what: 'false, which is the same as absent' })
  }
}

const deepest = 32
