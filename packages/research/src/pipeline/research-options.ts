import type { BudgetLimits } from '@datacortex/sources'
import { z } from 'zod'

/** How deep a run goes (DIP-0021 §3.3). */
export type Depth = 'quick' | 'standard' | 'deep'

/** What a run is begun with; stored with it. */
export type ResearchConfig = {
  readonly topic: string
  /** With some, nothing is discovered: these are read. */
  readonly urls: readonly string[]
  /** Absolute paths of files; with some, these are read in the same way. */
  readonly files?: readonly string[] | undefined
  readonly depth: Depth
  readonly podcast: boolean
  /** Folder that the outputs go to, such as `0-personal`. */
  readonly space: string
  /** `all`, or places in the list of candidates from 1; the threshold decides if absent. */
  readonly select?: 'all' | readonly number[] | undefined
  /** Candidates below are left out where nobody selects, 0–1. */
  readonly threshold: number
  /** Most documents that are gathered. */
  readonly maxDocuments: number
  readonly budget: BudgetLimits
  /** Each with all below it. If any are given, nothing else is read; what is denied never is, after a redirect either. */
  readonly allowDomains: readonly string[]
  readonly denyDomains: readonly string[]
  readonly task?: TaskOfResearch | undefined
  /** Further ones, where several were put together. */
  readonly tasks?: readonly TaskOfResearch[] | undefined
  /** The night of whose queue it is part: `2026-11-22`. */
  readonly queue?: string | undefined
  /** Runs of that night of which it tells what they found, and nothing else is done. */
  readonly news?: readonly string[] | undefined
  /** Who asked for it by the network. */
  readonly client?: string | undefined
}

/** An org task that asks for research: a file of the space and the title of its heading. */
export type TaskOfResearch = {
  readonly file: string
  readonly title: string
  /** Its addresses: it is done if one of them was read. */
  readonly urls?: readonly string[] | undefined
}

const task = z.object({ file: z.string(), title: z.string(), urls: z.array(z.string()).optional() })

const domains = z.array(z.string())

/** A run is stored in a file, and a file can be damaged. */
export const ResearchConfigSchema: z.ZodType<ResearchConfig> = z.object({
  topic: z.string(),
  urls: z.array(z.string()),
  files: z.array(z.string()).optional(),
  depth: z.enum(['quick', 'standard', 'deep']),
  podcast: z.boolean(),
  space: z.string(),
  select: z.union([z.literal('all'), z.array(z.number())]).optional(),
  threshold: z.number(),
  maxDocuments: z.number(),
  budget: z.object({ usd: z.number(), calls: z.number(), minutes: z.number() }),
  allowDomains: domains,
  denyDomains: domains,
  task: task.optional(),
  tasks: z.array(task).optional(),
  queue: z.string().optional(),
  news: z.array(z.string()).optional(),
  client: z.string().optional(),
})

/** Documents that a run gathers at most, by depth. */
export const documentsByDepth: Readonly<Record<Depth, number>> = { quick: 5, standard: 20, deep: 40 }

export const limitByDepth: Readonly<Record<Depth, number>> = { quick: 5, standard: 10, deep: 25 }
