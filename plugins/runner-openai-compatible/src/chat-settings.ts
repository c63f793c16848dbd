import { SecretName, SourceAddress, keyedOnlyOverHttps } from '@datacortex/plugin'
import { z } from 'zod'

/** What a chat runner is told by `settings.yaml`. */
export type ChatSettings = {
  /** Up to `/chat/completions`, such as `http://127.0.0.1:11434/v1`. */
  readonly base_url: string
  readonly model: string
  /** Name of the secret, never the secret itself. */
  readonly api_key?: string | undefined
  readonly stream: boolean
  /** From sending to the first byte of the answer, in milliseconds. */
  readonly first_byte_timeout_ms: number
  /** Between two pieces of the answer, in milliseconds. */
  readonly idle_timeout_ms: number
  readonly max_output_bytes: number
  /** Further fields of the request, such as `temperature`. */
  readonly parameters: Readonly<Record<string, unknown>>
}

// What decides about the protocol is not for settings to change.
const own = ['messages', 'model', 'stream', 'stream_options', 'tools', 'functions', 'n']

const hour = 3_600_000

export const ChatSettings: z.ZodType<ChatSettings> = z
  .strictObject({
    base_url: SourceAddress,
    model: z.string().min(1),
    api_key: SecretName.optional(),
    stream: z.boolean().default(true),
    // Node's own limits are 300 seconds.
    first_byte_timeout_ms: z.number().int().min(1).max(290_000).default(290_000),
    idle_timeout_ms: z.number().int().min(1).max(hour).default(60_000),
    max_output_bytes: z.number().int().min(1).max(500_000_000).default(10_000_000),
    parameters: z
      .record(z.string(), z.unknown())
      .refine((fields) => own.every((name) => !Object.hasOwn(fields, name)), `must not have ${own.join(', ')}`)
      .default({}),
  })
  .superRefine(keyedOnlyOverHttps('base_url'))
