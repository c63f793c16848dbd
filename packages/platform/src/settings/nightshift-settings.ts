import { attempt } from '@datacortex/errors'
import { z } from 'zod'
import type { DeepReadonly } from '../parse/deep-readonly.ts'
import { loose } from './loose.ts'

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 02:00')

export type NightshiftSettings = DeepReadonly<z.infer<typeof NightshiftSettings>>
export const NightshiftSettings = loose({
  /** Org files whose `:AI:` tasks are done: names in `org` of each space, or paths relative to the root. */
  files: z
    .array(z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$)).+\.org$/, 'must be an org file of the space'))
    .default(['next_actions.org', 'ai.org', 'nightshift.org', 'research_learning.org']),
  /** Where a night asks for links that the user saved there; what comes of it needs no further yes. */
  sources: z.array(z.enum(['readwise'])).default([]),
  /** When a night begins that is started by itself, and when it is over. */
  at: clock.default('02:00'),
  until: clock.default('06:00'),
  /** IANA name of the zone of `at`, such as `Europe/Vienna`; that of the machine if absent. */
  zone: z.string().refine(isZone, 'must be a time zone such as Europe/Vienna').optional(),
  /** What a whole night may take. */
  budget: loose({
    usd: z.number().min(0).default(2),
    tokens: z.number().int().min(0).optional(),
    minutes: z.number().min(0).default(240),
  }).prefault({}),
  /** Tasks at the same time. */
  workers: z.number().int().min(1).max(32).default(1),
  /** Agents that judge each task, beside those that it names, and the least that each has to give. */
  evaluators: z.array(z.string().min(1)).default([]),
  quality_threshold: z.number().min(0).max(1).default(0.8),
  /**
   * Which tasks are done without a word of the user: none, those of commits that were made on this machine, or those and what
   * was not committed yet.
   */
  approve: z.enum(['none', 'commits', 'edits']).default('none'),
  /** How long a worker may be silent before its task is another one's. */
  lease_seconds: z.number().int().min(2).max(3600).default(60),
  /** Name of the secret with the address of a PostgreSQL that several machines share; this machine alone if absent. */
  postgres: z.string().min(1).optional(),
  /** Branch of the space's own repository that holds the jobs, for machines that share nothing else. */
  git: z.string().min(1).optional(),
})

function isZone(timeZone: string): boolean {
  return attempt(
    () => new Intl.DateTimeFormat('en', { timeZone }) instanceof Intl.DateTimeFormat,
    () => false,
  )
}
