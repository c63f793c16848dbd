import { type Hops, allHops } from './hops-select.tsx'

export type GraphSearch = {
  /** Only what lies around this note. */
  readonly note?: string | undefined
  readonly hops?: Hops | undefined
  readonly by?: ColorBy | undefined
  /** The note that is looked at, and the one to which a way is looked for. */
  readonly focus?: string | undefined
  readonly to?: string | undefined
}

export const colorings = ['folder', 'tag', 'type'] as const
export type ColorBy = (typeof colorings)[number]

/** Reads an address; what it does not know it leaves out. */
export function graphSearch(given: Readonly<Record<string, unknown>>): GraphSearch {
  const text = (name: string): string | undefined => {
    const value = given[name]
    return typeof value === 'string' && value !== '' ? value.slice(0, 4000) : undefined
  }
  return {
    note: text('note'),
    hops: allHops.find((hops) => hops === given['hops']),
    by: colorings.find((one) => one === given['by']),
    focus: text('focus'),
    to: text('to'),
  }
}
