import type { Finding } from '@datacortex/errors'
import type { FindResult } from '@datacortex/registry/find'
import { z } from 'zod'
import type { ListedDynamic } from '../dynamic/listed-dynamic.ts'
import type { Asked } from '../operation.ts'
import { flag, tags, task, top as topSchema } from '../schema.ts'
import type { Judgement } from './judge-agents.ts'

export type FoundAgents = FindResult & {
  /** Dynamic agents below those that were found or for the task themselves, which the caller may use. */
  readonly dynamic?: readonly ListedDynamic[] | undefined
  /** How many agents can be found, copies included. */
  readonly total: number
  /** The tags that agents have, if none has those that were asked for. */
  readonly known_tags?: readonly string[] | undefined
  /** What a model chose among them, if one was asked; it stands first then. */
  readonly judge?: Judgement | undefined
  /** What a person may want to know of the answer as a whole. */
  readonly findings: readonly Finding[]
}

export const findInput = z.strictObject({
  task,
  top: topSchema,
  tags,
  min_score: z.number().min(0).max(1).optional().describe('Leaves out what scores below.'),
  explain: flag('Says of each agent how it was found.'),
  directories: z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(20)
    .optional()
    .describe(
      'Also among agents that are published elsewhere: nostr, catalog, erc8004, or all. They are not imported.',
    ),
  judge: flag('Lets the model of the settings choose among the first ten; may cost money.'),
})

export type AskedAgents = Asked<typeof findInput> & {
  /** Whether directories are asked for what they list alone, and told nothing of the task. */
  readonly isPrivate?: boolean | undefined
}
