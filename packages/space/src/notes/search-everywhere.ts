import { z } from 'zod'
import { spaceError } from '../errors.ts'
import { operation } from '../operation.ts'
import type { SearchedSources } from '../research/search-sources.ts'
import type { Work } from '../work.ts'
import { type SearchEverywhere, everywhereFields, foundShape, narrowedNotes } from './search-fields.ts'
import { chooseSpaceFolder } from './space-folder.ts'
import { folderOf } from './space-place.ts'

export const searchEverywhere = operation({
  input: z.strictObject(everywhereFields),
  output: foundShape,
  run: async (work, input): Promise<SearchedSources> => await searched(work, input),
})

export const saveFound = operation({
  input: z.strictObject({
    ...everywhereFields,
    save: z.number().int().min(1).describe('The place of the result, from 1.'),
  }),
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
  const folder = folderOf(work.paths.root, input.folder)
  return await searchSources(work, { ...input, sources, space, folder })
}
