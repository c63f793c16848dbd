import { schemaIssues } from '@datacortex/platform'
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

/** A line of the file, as others may have written it. */
const RoutingLine: z.ZodType<Routing> = z.object({
  key: z.string().min(1).max(64),
  task: z.string().min(1).max(longestTask),
  agent: z.string().min(1).max(200),
  at: z.iso.datetime(),
})

/**
 * Parses a line.
 *
 * @param line - Without its line feed.
 * @returns The routing, or what is wrong with the line.
 */
export function parseRouting(line: string): Routing | string {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return line.trim() === '' ? 'it is empty' : 'it is no JSON'
  }
  const result = RoutingLine.safeParse(value)
  return result.success ? result.data : schemaIssues(result.error).join('; ')
}
