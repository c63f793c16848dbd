import type { InputOf } from '@datacortex/space'

/** What the address of Find says: the question and its filters, to be shared as they are. */
export type FindSearch = {
  readonly q?: string | undefined
  readonly only?: Kind | undefined
  readonly tag?: string | undefined
  readonly type?: string | undefined
  readonly folder?: string | undefined
  readonly agent?: string | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
}

export const kinds = ['agents', 'notes', 'memories', 'sources', 'runs'] as const
export type Kind = (typeof kinds)[number]

export const filters = ['tag', 'type', 'folder', 'agent', 'since', 'until'] as const
const days = new Set<string>(['since', 'until'])

/** Reads an address; what it does not know it leaves out. */
export function findSearch(given: Readonly<Record<string, unknown>>): FindSearch {
  const text = (name: string): string | undefined => {
    // The router reads what looks like a number as one.
    const value = typeof given[name] === 'number' ? String(given[name]) : given[name]
    if (typeof value !== 'string' || value === '') return undefined
    return days.has(name) && !/^\d{4}-\d\d-\d\d$/.test(value) ? undefined : value.slice(0, 10_000)
  }
  return {
    q: text('q'),
    only: kinds.find((kind) => kind === given['only']),
    ...Object.fromEntries(filters.map((name) => [name, text(name)])),
  }
}

/** The same as a question of the engine. */
export function askedOf({ q = '', tag, ...rest }: FindSearch, by: 'words' | 'meaning'): InputOf<'search.everything'> {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return { query: q.trim(), by, ...given, ...(tag === undefined ? {} : { tags: [tag] }) }
}
