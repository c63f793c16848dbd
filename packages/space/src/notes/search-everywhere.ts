import { z } from 'zod'
import { spaceError } from '../errors.ts'
import type { Operation } from '../operation.ts'
import type { SearchedSources } from '../research/search-sources.ts'
import { name } from '../schema.ts'
import type { Work } from '../work.ts'
import type { Search } from './search.ts'
import { foundShape, searchFields } from './search.ts'
import { chooseSpaceFolder } from './space-folder.ts'

/** What is searched for in sources, and perhaps in the notes too. */
export type SearchEverywhere = Search & {
  /** `all`: the notes, too; `web` if absent. */
  readonly sources?: 'web' | 'all' | undefined
  /** Ids of the only sources that are asked. */
  readonly source?: readonly string[] | undefined
}

/** The same, and which of the results is kept. */
export type SaveFound = SearchEverywhere & {
  /** Place of a result of a source, from 1. */
  readonly save: number
}

const fields = {
  ...searchFields,
  sources: z.enum(['web', 'all']).optional().describe('The sources alone, or the notes too; web if left out.'),
  source: z.array(name).max(100).optional().describe('Ids of the only sources that are asked.'),
}

/** Asks every source at once, and the notes if they are wanted, within the time of the settings. */
export const searchEverywhere: Operation<SearchEverywhere, SearchedSources> = {
  input: z.strictObject(fields),
  output: foundShape,
  run: async (work, input) => await searched(work, input),
}

/** Asks sources, and keeps one result of theirs as a zettel. */
export const saveFound: Operation<SaveFound, SearchedSources> = {
  input: z.strictObject({ ...fields, save: z.number().int().min(1).describe('The place of the result, from 1.') }),
  output: foundShape,
  run: async (work, input) => await searched(work, input),
}

async function searched(work: Work, input: SearchEverywhere & Partial<SaveFound>): Promise<SearchedSources> {
  const { sources = 'web' } = input
  const narrowed = narrowedNotes(input)
  if (sources === 'web' && narrowed.length > 0)
    throw spaceError('CLI_USAGE', {
      message: `${narrowed.join(' and ')} would leave out notes; results of the web have neither types nor tags.`,
      hint: 'Leave it out, or search the notes too: --sources all.',
    })
  const space = input.space === undefined ? undefined : await chooseSpaceFolder(work.paths, input.space)
  const { searchSources } = await import('../research/search-sources.ts')
  return await searchSources(work, { ...input, sources, space })
}

/** What leaves out notes and says nothing about results of the web, as options. */
export function narrowedNotes({ type, tags: some = [] }: Pick<Search, 'type' | 'tags'>): readonly string[] {
  return [...(type === undefined ? [] : [`--type ${type}`]), ...some.map((one) => `--tag ${one}`)]
}
