import { z } from 'zod'
import { withinCaller } from '../caller/within-caller.ts'
import { unknownNarrowing } from '../findings/unknown-narrowing.ts'
import { type IndexNews, indexNews } from '../indexing/index-news.ts'
import { type AskedFor, operation } from '../operation.ts'
import { openSpaceMemory } from '../parts/memory.ts'
import { dryRun, limit, name, tags, text } from '../schema.ts'
import type { Work } from '../work.ts'
import { type FoundInNotes, searchMemory } from './search-memory.ts'
import { chooseSpaceFolder } from './space-folder.ts'

/** Notes and memories that were found, and what the index does not know yet. */
export type FoundNotes = FoundInNotes & Partial<IndexNews>

/** The input of searches. */
export const searchFields = {
  query: text,
  top: limit,
  type: name.optional().describe('Only this type: note, zettel, literature, journal, org, session-memory…'),
  tags: tags.describe('Only notes with all of these.'),
  expand: z.number().int().min(0).max(5).optional().describe('How many links to follow from the matches.'),
  space: name.optional().describe('Only this space, such as 0-personal.'),
  min_score: z.number().min(0).max(1).optional().describe('A real hit has 0.5 or more.'),
  /** Not of the searches of a batch, which also may miss for some seconds what was written after the first of them. */
  hints: z.boolean().optional().describe('Whether to say what the index lacks, and why nothing was found.'),
  dry_run: dryRun,
}

export type Search = AskedFor<typeof searchFields>

/** What a search answers at least. */
export const foundShape = z.looseObject({
  query: z.string(),
  results: z.array(z.looseObject({ title: z.string(), type: z.string().optional(), score: z.number().optional() })),
  remarks: z.array(z.string()),
  index: z.string().optional(),
})

/** Notes and session memories that fit. It never brings the index up to date by itself; it says if that is due. */
export const search = operation({
  input: z.strictObject(searchFields),
  output: foundShape,
  run: async (work, input): Promise<FoundNotes> => {
    const space = input.space === undefined ? undefined : await chooseSpaceFolder(work.paths, input.space)
    return await searchNotes(work, { ...input, space })
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
