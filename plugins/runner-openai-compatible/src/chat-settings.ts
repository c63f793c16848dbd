import { SecretName, SourceAddress, keyedOnlyOverHttps } from '@datacortex/plugin'
import { z } from 'zod'

// What decides about the protocol is not for settings to change.
const own = ['messages', 'model', 'stream', 'stream_options', 'tools', 'functions', 'n']

const hour = 3_600_000

export type ChatSettings = z.infer<typeof ChatSettings>

export const ChatSettings = z
  .strictObject({
    /** Up to `/chat/completions`, such as `http://127.0.0.1:11434/v1`. */
    base_url: SourceAddress,
    model: z.string().min(1),
    /** Name of the secret, never the secret itself. */
    api_key: SecretName.optional(),
    stream: z.boolean().default(true),
    // Node's own limits are 300 seconds.
    /** From sending to the first byte of the answer, in milliseconds. */
    first_byte_timeout_ms: z.number().int().min(1).max(290_000).default(290_000),
    /** Between two pieces of the answer, in milliseconds. */
    idle_timeout_ms: z.number().int().min(1).max(hour).default(60_000),
    max_output_bytes: z.number().int().min(1).max(500_000_000).default(10_000_000),
    /** Further fields of the request, such as `temperature`. */
    parameters: z
      .record(z.string(), z.unknown())
      .refine((fields) => own.every((name) => !Object.hasOwn(fields, name)), `must not have ${own.join(', ')}`)
      .default({}),
  })
  .superRefine(keyedOnlyOverHttps('base_url'))
