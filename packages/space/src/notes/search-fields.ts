import { z } from 'zod'
import type { AskedFor } from '../operation.ts'
import { dryRun, flag, limit, name, place, tags, text } from '../schema.ts'

export const searchFields = {
  query: text.describe('In plain words.'),
  top: limit,
  type: name.optional().describe('Only this type: note, zettel, literature, journal, org, session-memory…'),
  tags: tags.describe('Only notes with all of these.'),
  expand: z.number().int().min(0).max(5).optional().describe('How many links to follow from the matches.'),
  space: name.optional().describe('Only this space, such as 0-personal.'),
  folder: place.optional().describe('Only what lies in this folder or below, relative to the root of the space.'),
  min_score: z.number().min(0).max(1).optional().describe('A real hit has 0.5 or more.'),
  /** Not of the searches of a batch, which also may miss for some seconds what was written after the first of them. */
  hints: flag('Whether to say what the index lacks, and why nothing was found.'),
  dry_run: dryRun,
}

export type Search = AskedFor<typeof searchFields>

export const foundShape = z.looseObject({
  query: z.string(),
  corrected: z.string().optional().describe('What was searched in place of a mistyped query.'),
  results: z.array(z.looseObject({ title: z.string(), type: z.string().optional(), score: z.number().optional() })),
  remarks: z.array(z.string()),
  index: z.string().optional(),
})

export const everywhereFields = {
  ...searchFields,
  sources: z.enum(['web', 'all']).optional().describe('The sources alone, or the notes too; web if left out.'),
  source: z.array(name).max(100).optional().describe('Ids of the only sources that are asked.'),
}

/** What is searched for in sources, and perhaps in the notes too; `save`: the place of a result that is kept. */
export type SearchEverywhere = AskedFor<typeof everywhereFields> & { readonly save?: number | undefined }

/** What leaves out notes and says nothing about results of the web, as options. */
export function narrowedNotes({
  type,
  tags: some = [],
  folder,
}: Pick<Search, 'type' | 'tags' | 'folder'>): readonly string[] {
  return [
    ...(type === undefined ? [] : [`--type ${type}`]),
    ...some.map((one) => `--tag ${one}`),
    ...(folder === undefined ? [] : [`--folder ${folder}`]),
  ]
}
