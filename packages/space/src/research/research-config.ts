import { redact } from '@datacortex/errors'
import { readSettings } from '@datacortex/platform'
import type { ResearchConfig } from '@datacortex/research'
import { z } from 'zod'
import { spaceError } from '../errors.ts'
import { chooseSpaceFolder } from '../notes/space-folder.ts'
import type { AskedFor } from '../operation.ts'
import { flag, name, place, text } from '../schema.ts'
import type { Work } from '../work.ts'
import { filesToRead } from './files-to-read.ts'
import { taskOf } from './research-task.ts'

/** How far research goes, and where its outputs go; the settings say what is absent. */
export const limits = {
  depth: z.enum(['quick', 'standard', 'deep']).optional().describe('standard if left out.'),
  podcast: flag('Whether the report is spoken.'),
  space: name.optional().describe('The space that the outputs go to; 0-personal if absent.'),
  threshold: z.number().min(0).max(1).optional().describe('Leaves out what fits less.'),
  max_cost: z.number().min(0).optional().describe('Most US dollars; 0 asks only what is free.'),
}

export const select = z
  .union([z.literal('all'), z.array(z.number().int().min(1)).min(1)])
  .optional()
  .describe('What is read of all that is found: numbers from 1, or all. Without it the scores decide.')

export const researchAsked = {
  ...limits,
  topic: text.optional().describe('In plain words.'),
  urls: z.array(place).optional().describe('Addresses to read; nobody is asked for more then.'),
  files: z
    .array(place)
    .optional()
    .describe('Files and folders to read for the topic, as ingest reads them; nobody is asked for more then.'),
  select,
  task: name.optional().describe('The org task that asked for it, which is marked as done: FILE::TITLE.'),
}

export type ResearchAsked = AskedFor<typeof researchAsked>

export async function researchConfig(
  work: Pick<Work, 'paths' | 'caller' | 'catalogue' | 'signal'>,
  asked: ResearchAsked,
): Promise<ResearchConfig> {
  const { paths } = work
  const { depth = 'standard' } = asked
  const space = await chooseSpaceFolder(paths, asked.space ?? '0-personal')
  const subjects = subjectsOf(asked)
  const task = await taskOf(paths, { task: asked.task, space })
  const { research } = await readSettings(paths)
  const [{ documentsByDepth }, limited] = await Promise.all([
    import('@datacortex/research'),
    limitsOf({ paths }, { ...asked, space, depth, podcast: asked.podcast ?? research.podcast.auto_generate ?? false }),
  ])
  const { maxSources, ...config } = limited
  const files = await filesToRead(work, asked.files)
  return {
    ...subjects,
    ...(files.length === 0 ? {} : { files }),
    ...(asked.select === undefined ? {} : { select: asked.select }),
    ...config,
    maxDocuments: Math.max(files.length, Math.min(maxSources, documentsByDepth[depth])),
    ...(task === undefined ? {} : { task }),
  }
}

/** What a night does, with what the settings say; `maxSources` is what it reads at the most. */
export async function limitsOf(
  { paths }: Pick<Work, 'paths'>,
  {
    depth,
    space,
    podcast,
    threshold,
    max_cost: usd,
  }: AskedFor<typeof limits> & Pick<ResearchConfig, 'space' | 'depth'>,
): Promise<Omit<ResearchConfig, 'topic' | 'urls' | 'maxDocuments'> & { readonly maxSources: number }> {
  const { research: own } = await readSettings(paths)
  return {
    depth,
    podcast: podcast ?? own.podcast.auto_generate ?? true,
    space,
    threshold: threshold ?? own.relevance_threshold,
    budget: { ...own.budget, ...(usd === undefined ? {} : { usd }) },
    allowDomains: own.allow_domains,
    denyDomains: own.deny_domains,
    maxSources: own.max_sources_per_night,
  }
}

export function subjectsOf({
  topic,
  urls = [],
}: Pick<ResearchAsked, 'topic' | 'urls'>): Pick<ResearchConfig, 'topic' | 'urls'> {
  const unread = urls.find((url) => !/^https?:\/\/\S+$/i.test(url))
  if (unread !== undefined)
    throw spaceError('CLI_USAGE', {
      message: `${JSON.stringify(unread)} can't be read: only addresses of http and https are, and nobody was asked.`,
      hint: 'Files are read by datacortex ingest PATH, or for a topic: datacortex research TOPIC --in PATH.',
    })
  if (topic === undefined && urls.length === 0)
    throw spaceError('CLI_USAGE', {
      message: 'There is no topic and no address.',
      hint: 'datacortex research "what you want to know"',
    })
  // It names files and heads the report, where keys of addresses have no place.
  return { topic: topic ?? redact(urls.join(' ')), urls }
}
