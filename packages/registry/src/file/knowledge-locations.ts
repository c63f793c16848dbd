import { z } from 'zod'

/**
 * Where agents read and write (DIP-0016 §12): names of places in the personal space and in any organisation's
 * space, and words that tell which of the two a task means. Other keys are kept as they are.
 */
export type KnowledgeLocations = {
  /** Name of a place to a path relative to the root, such as `inbox` to `0-personal/org/inbox.org`. */
  readonly personal?: Readonly<Record<string, string>> | undefined
  /** As `personal`, with `{space}` for the folder of the organisation. */
  readonly org?: Readonly<Record<string, string>> | undefined
  readonly routing?:
    | {
        readonly personal_indicators?: readonly string[] | undefined
        readonly org_indicators?: readonly string[] | undefined
      }
    | undefined
  readonly [other: string]: unknown
}

const places = z.record(z.string(), z.string()).optional()

export const KnowledgeLocations: z.ZodType<KnowledgeLocations> = z.looseObject({
  personal: places,
  org: places,
  routing: z
    .looseObject({
      personal_indicators: z.array(z.string()).optional(),
      org_indicators: z.array(z.string()).optional(),
    })
    .optional(),
})
