import { z } from 'zod'

/** Characters of a task that are stored. */
export const longestTask = 500

/** A line of the file: what was confirmed, or without an agent that it counts no longer. */
export const RoutingLine = z.object({
  /** Of the whole normalised task, so that a long one is recognised by more than its beginning. */
  key: z.string().min(1).max(64),
  /** Of a longer one the beginning. */
  task: z.string().min(1).max(longestTask),
  agent: z.string().min(1).max(200).nullable(),
  /** UTC, ISO 8601. */
  at: z.iso.datetime(),
})
export type RoutingLine = Readonly<z.infer<typeof RoutingLine>>

/** A routing that somebody confirmed: this task belongs to this agent. */
export type Routing = RoutingLine & { readonly agent: string }
