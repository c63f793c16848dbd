import type { DeepReadonly } from '@datacortex/platform'
import { z } from 'zod'

const Depth = z.enum(['quick', 'standard', 'deep'])

/** How deep a run goes (DIP-0021 §3.3). */
type Depth = z.infer<typeof Depth>

const TaskOfResearch = z.object({
  file: z.string(),
  title: z.string(),
  /** Its addresses: it is done if one of them was read. */
  urls: z.array(z.string()).optional(),
})

/** An org task that asks for research: a file of the space and the title of its heading. */
export type TaskOfResearch = DeepReadonly<z.infer<typeof TaskOfResearch>>

/** What a run is begun with; stored with it, in a file that can be damaged. */
export type ResearchConfig = DeepReadonly<z.infer<typeof ResearchConfig>>

export const ResearchConfig = z.object({
  topic: z.string(),
  /** With some, nothing is discovered: these are read. */
  urls: z.array(z.string()),
  /** Absolute paths of files; with some, these are read in the same way. */
  files: z.array(z.string()).optional(),
  depth: Depth,
  podcast: z.boolean(),
  /** Folder that the outputs go to, such as `0-personal`. */
  space: z.string(),
  /** `all`, or places in the list of candidates from 1; the threshold decides if absent. */
  select: z.union([z.literal('all'), z.array(z.number())]).optional(),
  /** Candidates below are left out where nobody selects, 0–1. */
  threshold: z.number(),
  /** Most documents that are gathered. */
  maxDocuments: z.number(),
  budget: z.object({ usd: z.number(), calls: z.number(), minutes: z.number() }),
  /** Each with all below it. If any are given, nothing else is read; what is denied never is, after a redirect either. */
  allowDomains: z.array(z.string()),
  denyDomains: z.array(z.string()),
  task: TaskOfResearch.optional(),
  /** Further ones, where several were put together. */
  tasks: z.array(TaskOfResearch).optional(),
  /** The night of whose queue it is part: `2026-11-22`. */
  queue: z.string().optional(),
  /** Runs of that night of which it tells what they found, and nothing else is done. */
  news: z.array(z.string()).optional(),
  /** Who asked for it by the network. */
  client: z.string().optional(),
})

/** Documents that a run gathers at most, by depth. */
export const documentsByDepth: Readonly<Record<Depth, number>> = { quick: 5, standard: 20, deep: 40 }

export const limitByDepth: Readonly<Record<Depth, number>> = { quick: 5, standard: 10, deep: 25 }
