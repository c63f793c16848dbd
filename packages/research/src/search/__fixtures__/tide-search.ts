import type { SearchHit } from '@datacortex/memory'
import type { Source } from '@datacortex/plugin'
import { entry, openTestSources, sourcesSpace } from '@datacortex/sources/fixtures'
import { searchEverything } from '../search-everything.ts'
import type { SearchEverythingOptions, SearchPorts } from '../search-types.ts'

const { signal } = new AbortController()

/** What the memory knows of the tides. */
export const note: SearchHit = {
  id: 'notes/tides.md#0',
  path: 'notes/tides.md',
  title: 'Tides',
  type: 'zettel',
  score: 0.8,
  hop: 0,
  snippet: 'The tidal range of the Bay of Fundy reaches 16 metres at spring tide every month.',
  origin: 'local',
}

const local: SearchPorts['local'] = () => Promise.resolve({ hits: [note], remarks: ['all fresh'] })

type Setup = Partial<SearchPorts> & { readonly lines?: Readonly<Record<string, readonly string[]>> }

/** Searches sources by the name of their module, beside a memory that has one note. */
export async function search(
  modules: Readonly<Record<string, Source>>,
  { lines = {}, ...ports }: Setup = {},
  options: Partial<SearchEverythingOptions> = {},
): Promise<Awaited<ReturnType<typeof searchEverything>>> {
  const ids = Object.keys(modules).map((name) => name.replace('source-', ''))
  const paths = await sourcesSpace(`sources:\n${ids.map((id) => entry(id, lines[id])).join('')}`)
  const sources = await openTestSources(paths, modules)
  return await searchEverything('tidal range', { sources, local, ...ports }, { signal, ...options })
}
