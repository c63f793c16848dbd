import { z } from 'zod'
import { spaceError } from '../errors.ts'
import { type AskedFor, operation } from '../operation.ts'
import type { SearchedSources } from '../research/search-sources.ts'
import { name } from '../schema.ts'
import type { Work } from '../work.ts'
import { type Search, foundShape, searchFields } from './search.ts'
import { chooseSpaceFolder } from './space-folder.ts'

const fields = {
  ...searchFields,
  sources: z.enum(['web', 'all']).optional().describe('The sources alone, or the notes too; web if left out.'),
  source: z.array(name).max(100).optional().describe('Ids of the only sources that are asked.'),
}

/** What is searched for in sources, and perhaps in the notes too; `save`: the place of a result that is kept. */
export type SearchEverywhere = AskedFor<typeof fields> & { readonly save?: number | undefined }

/** Asks every source at once, and the notes if they are wanted, within the time of the settings. */
export const searchEverywhere = operation({
  input: z.strictObject(fields),
  output: foundShape,
  run: async (work, input): Promise<SearchedSources> => await searched(work, input),
})

/** Asks sources, and keeps one result of theirs as a zettel. */
export const saveFound = operation({
  input: z.strictObject({ ...fields, save: z.number().int().min(1).describe('The place of the result, from 1.') }),
  output: foundShape,
  run: async (work, input): Promise<SearchedSources> => await searched(work, input),
})

async function searched(work: Work, input: SearchEverywhere): Promise<SearchedSources> {
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
