import { z } from 'zod'

/** A routing that somebody confirmed: this task belongs to this agent. */
export type Routing = {
  /** Of the whole normalised task, so that a long one is recognised by more than its beginning. */
  readonly key: string
  /** At most {@link longestTask} characters; of a longer one the beginning. */
  readonly task: string
  readonly agent: string
  /** UTC, ISO 8601. */
  readonly at: string
}

/** Characters of a task that are stored. */
export const longestTask = 500

/** A line of the file: what was confirmed, or without an agent that it counts no longer. */
export type RoutingLine = Omit<Routing, 'agent'> & { readonly agent: string | null }

/** As others may have written it. */
export const RoutingLine: z.ZodType<RoutingLine> = z.object({
  key: z.string().min(1).max(64),
  task: z.string().min(1).max(longestTask),
  agent: z.string().min(1).max(200).nullable(),
  at: z.iso.datetime(),
})
