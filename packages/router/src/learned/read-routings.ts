import { type Finding, warningFinding } from '@datacortex/errors'
import { type SpacePaths, parseJsonLine, readJournalLines } from '@datacortex/platform'
import { z } from 'zod'
import { routingsFile } from './routings-file.ts'
import { taskKey, textKey } from './task-key.ts'

export type Routings = {
  /** The newest of each task, oldest first; at most 10,000. */
  readonly routings: readonly Routing[]
  /** Lines of the file, also those that are out of date. */
  readonly lines: number
  /** Lines that were passed over. */
  readonly findings: readonly Finding[]
}

export const routingLimit = 10_000

const mostFindings = 20

/**
 * Reads the routings that were confirmed in a space; takes no lock, because lines never change.
 * @returns None if nothing was ever confirmed. A line that a stopped process left unfinished is a finding.
 * @throws `PLATFORM_FILE_UNREADABLE` if the file is there and can't be read.
 * @example const { routings } = await readRoutings(paths)
 */
export async function readRoutings(paths: SpacePaths): Promise<Routings> {
  const file = routingsFile(paths)
  const newest = new Map<string, Routing>()
  const findings: Finding[] = []
  const { lines } = await readJournalLines(file)
  for (const { line, number } of lines) {
    const routing = parseJsonLine(line, RoutingLine)
    if (typeof routing === 'string') {
      if (findings.length < mostFindings) findings.push(badLine(file, { number, problem: routing }))
      continue
    }
    const key = currentKey(routing)
    // Set anew, so that the newest come last.
    newest.delete(key)
    const { agent } = routing
    if (agent !== null) newest.set(key, { ...routing, agent, key })
  }
  return { routings: [...newest.values()].slice(-routingLimit), lines: lines.length, findings }
}

/** Made anew: what counts as a mark, and so belongs to no task, was less when older lines were written. */
function currentKey({ key, task }: RoutingLine): string {
  // A cut one may lack half a character more. Of one as long as that, only its own key tells whether it is whole.
  const isWhole = task.length < longestTask - 1 || textKey(task) === key
  return (isWhole ? taskKey(task) : undefined) ?? key
}

function badLine(file: string, { number, problem }: { number: number; problem: string }): Finding {
  return warningFinding('ROUTER_ROUTING_LINE', `${file}:${number}`, {
    message: `Line ${number} of the confirmed routings was passed over: ${problem}.`,
    hint: 'A line that a stopped process left unfinished was never acknowledged; you may delete it.',
  })
}

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
