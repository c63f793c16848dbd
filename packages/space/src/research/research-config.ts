import { redact } from '@datacortex/errors'
import { readSettings } from '@datacortex/platform'
import type { Depth, ResearchConfig } from '@datacortex/research'
import { z } from 'zod'
import { spaceError } from '../errors.ts'
import { chooseSpaceFolder } from '../notes/space-folder.ts'
import { name, place, text } from '../schema.ts'
import type { Work } from '../work.ts'
import { taskOf } from './research-task.ts'

/** What is researched, and how far. */
export type ResearchAsked = Limits & {
  /** In plain words. */
  readonly topic?: string | undefined
  /** With some, nobody is asked what there is: these are read. */
  readonly urls?: readonly string[] | undefined
  /** Places in the list of what was found, from 1; whoever is there is asked, or the scores decide, if absent. */
  readonly select?: ResearchConfig['select']
  /** The org task that asked for it: `FILE::TITLE`, the file relative to the root. */
  readonly task?: string | undefined
}

/** How far research goes, and where its outputs go. */
export type Limits = {
  /** `standard` if absent. */
  readonly depth?: Depth | undefined
  /** Whether the report is spoken; the settings say so if absent. */
  readonly podcast?: boolean | undefined
  /** Folder such as `0-personal`, which it is if absent. */
  readonly space?: string | undefined
  /** What fits less is left out, 0–1; that of the settings if absent. */
  readonly threshold?: number | undefined
  /** In US dollars. */
  readonly max_cost?: number | undefined
}

type Shape<Asked> = { readonly [Key in keyof Asked]-?: z.ZodType<Asked[Key]> }

export const limits: Shape<Limits> = {
  depth: z.enum(['quick', 'standard', 'deep']).optional(),
  podcast: z.boolean().optional().describe('Whether the report is spoken.'),
  space: name.optional().describe('The space that the outputs go to; 0-personal if absent.'),
  threshold: z.number().min(0).max(1).optional().describe('Leaves out what fits less.'),
  max_cost: z.number().min(0).optional().describe('Most US dollars; 0 asks only what is free.'),
}

export const select: z.ZodType<ResearchConfig['select']> = z
  .union([z.literal('all'), z.array(z.number().int().min(1)).min(1)])
  .optional()
  .describe('What is read of all that is found: numbers from 1, or all. Without it the scores decide.')

export const researchAsked: Shape<ResearchAsked> = {
  ...limits,
  topic: text.optional().describe('In plain words.'),
  urls: z.array(place).optional().describe('Addresses to read; nobody is asked for more then.'),
  select,
  task: name.optional().describe('The org task that asked for it, which is marked as done: FILE::TITLE.'),
}

/** What a run of research is begun with. */
export async function researchConfig({ paths }: Pick<Work, 'paths'>, asked: ResearchAsked): Promise<ResearchConfig> {
  const { depth = 'standard' } = asked
  const space = await chooseSpaceFolder(paths, asked.space ?? '0-personal')
  const subjects = subjectsOf(asked)
  const task = await taskOf(paths, { task: asked.task, space })
  const [{ documentsByDepth }, limited] = await Promise.all([
    import('@datacortex/research'),
    limitsOf({ paths }, { ...asked, space, depth }),
  ])
  const { maxSources, ...config } = limited
  return {
    ...subjects,
    ...(asked.select === undefined ? {} : { select: asked.select }),
    ...config,
    maxDocuments: Math.min(maxSources, documentsByDepth[depth]),
    ...(task === undefined ? {} : { task }),
  }
}

/** What is asked, with what the settings say; `maxSources` is what a night reads at the most. */
export async function limitsOf(
  { paths }: Pick<Work, 'paths'>,
  { depth, space, podcast, threshold, max_cost: usd }: Limits & Pick<ResearchConfig, 'space' | 'depth'>,
): Promise<Omit<ResearchConfig, 'topic' | 'urls' | 'maxDocuments'> & { readonly maxSources: number }> {
  const { research: own } = await readSettings(paths)
  return {
    depth,
    podcast: podcast ?? own.podcast.auto_generate,
    space,
    threshold: threshold ?? own.relevance_threshold,
    budget: { ...own.budget, ...(usd === undefined ? {} : { usd }) },
    allowDomains: own.allow_domains,
    denyDomains: own.deny_domains,
    maxSources: own.max_sources_per_night,
  }
}

/** What a run is about. */
export function subjectsOf({
  topic,
  urls = [],
}: Pick<ResearchAsked, 'topic' | 'urls'>): Pick<ResearchConfig, 'topic' | 'urls'> {
  const unread = urls.find((url) => !/^https?:\/\/\S+$/i.test(url))
  if (unread !== undefined)
    throw spaceError('CLI_USAGE', {
      message: `${JSON.stringify(unread)} can't be read: only addresses of http and https are, and nobody was asked.`,
      hint: 'Files are read by datacortex ingest PATH.',
    })
  if (topic === undefined && urls.length === 0)
    throw spaceError('CLI_USAGE', {
      message: 'There is no topic and no address.',
      hint: 'datacortex research "what you want to know"',
    })
  // It names files and heads the report, where keys of addresses have no place.
  return { topic: topic ?? redact(urls.join(' ')), urls }
}
