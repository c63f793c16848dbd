import { z } from 'zod'

/** Which relays are asked, how long each may take, and how many events are taken of it. */
export type NostrSettings = {
  readonly relays: readonly string[]
  readonly deadline_ms: number
  readonly max_events: number
}

export const NostrSettings: z.ZodType<NostrSettings> = z.strictObject({
  relays: z.array(z.string().regex(/^wss?:\/\/[^\s@]+$/, 'expected an address that begins with wss://')).max(50),
  deadline_ms: z.number().int().min(100).max(120_000),
  max_events: z.number().int().min(1).max(200_000),
})
