import { SecretName, SourceAddress, keyedOnlyOverHttps } from '@datacortex/plugin'
import { z } from 'zod'

/** What the writer is told by `settings.yaml`, under `plugins.writer-chat`. */
export type WriterSettings = {
  /** The protocol of the server. */
  readonly api: 'openai' | 'anthropic' | 'ollama'
  /** Up to `/chat/completions`, `/v1/messages` or `/api/chat`. */
  readonly base_url: string
  readonly model: string
  /** Name of the secret, never the secret itself. */
  readonly api_key?: string | undefined
  /** Most tokens of an answer, whatever is asked for. */
  readonly max_tokens: number
  /** Name of the field that limits them, for the protocol of OpenAI. */
  readonly max_tokens_field: 'max_tokens' | 'max_completion_tokens'
  /** How the protocol of OpenAI is asked for JSON: by schema, as any object, or in words only. */
  readonly json: 'schema' | 'object' | 'words'
  /** For one attempt, in milliseconds. */
  readonly timeout_ms: number
  readonly max_attempts: number
  /** Before the second attempt, in milliseconds; twice as long before each further one. */
  readonly backoff_ms: number
  /** A server that asks to wait longer is not waited for, in milliseconds. */
  readonly max_wait_ms: number
  readonly max_answer_bytes: number
  /** US dollars for a million tokens. */
  readonly prices?: { readonly input: number; readonly output: number } | undefined
  /** Further fields of the request, such as `temperature`. */
  readonly parameters: Readonly<Record<string, unknown>>
}

// What decides about the protocol is not for settings to change.
const own = new Set([
  'format',
  'functions',
  'input_schema',
  'max_completion_tokens',
  'max_tokens',
  'messages',
  'model',
  'n',
  'response_format',
  'stream',
  'system',
  'tool_choice',
  'tools',
])

const price = z.number().min(0).max(1_000_000)
const milliseconds = z.number().int().min(1).max(3_600_000)

export const WriterSettings: z.ZodType<WriterSettings> = z
  .strictObject({
    api: z.enum(['openai', 'anthropic', 'ollama']),
    base_url: SourceAddress,
    model: z.string().min(1),
    api_key: SecretName.optional(),
    max_tokens: z.number().int().min(1).max(1_000_000).default(8000),
    max_tokens_field: z.enum(['max_tokens', 'max_completion_tokens']).default('max_tokens'),
    json: z.enum(['schema', 'object', 'words']).default('schema'),
    timeout_ms: milliseconds.default(120_000),
    max_attempts: z.number().int().min(1).max(10).default(3),
    backoff_ms: milliseconds.default(1000),
    max_wait_ms: milliseconds.default(60_000),
    max_answer_bytes: z.number().int().min(1).max(100_000_000).default(10_000_000),
    prices: z.strictObject({ input: price, output: price }).optional(),
    parameters: z
      .record(z.string(), z.unknown())
      .refine((fields) => !Object.keys(fields).some((name) => own.has(name)), `must not have ${[...own].join(', ')}`)
      .default({}),
  })
  .superRefine(keyedOnlyOverHttps('base_url'))
