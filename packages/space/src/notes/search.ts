import { z } from 'zod'
import { withinCaller } from '../caller/within-caller.ts'
import { unknownNarrowing } from '../findings/unknown-narrowing.ts'
import { type IndexNews, indexNews } from '../indexing/index-news.ts'
import { operation } from '../operation.ts'
import { openSpaceMemory } from '../parts/memory.ts'
import type { Work } from '../work.ts'
import { type Search, foundShape, searchFields } from './search-fields.ts'
import { type FoundInNotes, searchMemory } from './search-memory.ts'
import { chooseSpaceFolder } from './space-folder.ts'
import { folderOf } from './space-place.ts'

/** Notes and memories that were found, and what the index does not know yet. */
export type FoundNotes = FoundInNotes & Partial<IndexNews>

export const search = operation({
  input: z.strictObject(searchFields),
  output: foundShape,
  run: async (work, input): Promise<FoundNotes> => {
    const space = input.space === undefined ? undefined : await chooseSpaceFolder(work.paths, input.space)
    const folder = folderOf(work.paths.root, input.folder)
    return await searchNotes(work, { ...input, space, folder })
  },
})

async function searchNotes(work: Work, asked: Search): Promise<FoundNotes> {
  const bound = await withinCaller(work)
  await using memory = await openSpaceMemory(work, { dryRun: asked.dry_run, isOfBatch: asked.hints === false })
  const found = await searchMemory(work, { memory: { ...memory, search: bound(memory.search) }, asked })
  if (asked.hints === false) return found
  const unknown = found.results.length > 0 ? [] : await unknownNarrowing(work, asked)
  return { ...found, remarks: [...found.remarks, ...unknown], ...(await indexNews(work, { memory })) }
}
