import type { NoteState } from '../index/note-state.ts'
import type { SearchHit } from './search-port.ts'

export type WithStatesOptions = {
  readonly limit: number
  readonly stateOf: (path: string) => Promise<NoteState | undefined>
}

/** The first hits with how their files differ from the index; those that are gone come last and score nothing. */
export async function withStates(hits: AsyncIterable<SearchHit>, { limit, stateOf }: WithStatesOptions) {
  const there: SearchHit[] = []
  const gone: SearchHit[] = []
  const all = hits[Symbol.asyncIterator]()
  for (let next = await taken(all, limit); next.length > 0; next = await taken(all, limit - there.length)) {
    const states = await Promise.all(
      next.map(async ({ path }) => (path === undefined ? undefined : await stateOf(path))),
    )
    for (const [place, hit] of next.entries()) {
      const state = states[place]
      if (state === 'missing') gone.push({ ...hit, score: 0, state })
      else there.push(state === undefined ? hit : { ...hit, state })
    }
  }
  return [...there, ...gone].slice(0, limit)
}

const atOnce = 32

async function taken(hits: AsyncIterator<SearchHit>, wanted: number): Promise<readonly SearchHit[]> {
  const some: SearchHit[] = []
  while (some.length < Math.min(wanted, atOnce)) {
    const next = await hits.next()
    if (next.done === true) break
    some.push(next.value)
  }
  return some
}
