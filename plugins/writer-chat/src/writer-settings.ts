import { SecretName, SourceAddress, keyedOnlyOverHttps } from '@datacortex/plugin'
import { z } from 'zod'

// What decides about the protocol is not for settings to change.
const fields = 'format functions input_schema max_completion_tokens max_tokens messages model n response_format stream'
const own = `${fields} system tool_choice tools`.split(' ')

const price = z.number().min(0).max(1_000_000)
const milliseconds = z.number().int().min(1).max(3_600_000)

export type WriterSettings = z.infer<typeof WriterSettings>

export const WriterSettings = z
  .strictObject({
    api: z.enum(['openai', 'anthropic', 'ollama']),
    /** Up to `/chat/completions`, `/v1/messages` or `/api/chat`. */
    base_url: SourceAddress,
    model: z.string().min(1),
    /** Name of the secret, never the secret itself. */
    api_key: SecretName.optional(),
    /** Most tokens of an answer, whatever is asked for. */
    max_tokens: z.number().int().min(1).max(1_000_000).default(8000),
    /** Name of the field that limits them, for the protocol of OpenAI. */
    max_tokens_field: z.enum(['max_tokens', 'max_completion_tokens']).default('max_tokens'),
    /** How the protocol of OpenAI is asked for JSON: by schema, as any object, or in words only. */
    json: z.enum(['schema', 'object', 'words']).default('schema'),
    /** For one attempt, in milliseconds. */
    timeout_ms: milliseconds.default(120_000),
    max_attempts: z.number().int().min(1).max(10).default(3),
    /** Before the second attempt, in milliseconds; twice as long before each further one. */
    backoff_ms: milliseconds.default(1000),
    /** A server that asks to wait longer is not waited for, in milliseconds. */
    max_wait_ms: milliseconds.default(60_000),
    max_answer_bytes: z.number().int().min(1).max(100_000_000).default(10_000_000),
    /** US dollars for a million tokens. */
    prices: z.strictObject({ input: price, output: price }).optional(),
    /** Further fields of the request, such as `temperature`. */
    parameters: z
      .record(z.string(), z.unknown())
      .refine((fields) => own.every((name) => !Object.hasOwn(fields, name)), `must not have ${own.join(', ')}`)
      .default({}),
  })
  .superRefine(keyedOnlyOverHttps('base_url'))
