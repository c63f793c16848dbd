import { z } from 'zod'
import { isTransientStatus, isUsedUp } from './worth-another.ts'

type Usage = { readonly prompt_tokens?: number | null; readonly completion_tokens?: number | null } | null | undefined

type Failure = string | { readonly message?: string | null; readonly code?: unknown; readonly type?: string | null }

/** One answer as a whole, of the fields that are used. Others may be there. */
export type ChatCompletion = {
  readonly choices?:
    | readonly {
        readonly message?: { readonly content?: string | null } | null
        readonly finish_reason?: string | null
        readonly error?: Failure | null
      }[]
    | null
  readonly usage?: Usage
  readonly error?: Failure | null
}

/** One piece of a streamed answer. The last one may have no choice, only the usage. */
export type ChatChunk = {
  readonly choices?:
    | readonly {
        readonly delta?: { readonly content?: string | null } | null
        readonly finish_reason?: string | null
        readonly error?: Failure | null
      }[]
    | null
  readonly usage?: Usage
  readonly error?: Failure | null
}

const text = z.string().nullish()
const usage = z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish()
const error = z.union([z.string(), z.object({ message: text, code: z.unknown().optional(), type: text })]).nullish()
const content = z.object({ content: text })

export const ChatCompletion: z.ZodType<ChatCompletion> = z.object({
  choices: z
    .array(z.object({ message: content.nullish(), finish_reason: text, error: error.catch(undefined) }))
    .nullish(),
  usage,
  error,
}) as z.ZodType<ChatCompletion>

export const ChatChunk: z.ZodType<ChatChunk> = z.object({
  choices: z
    .array(z.object({ delta: content.nullish(), finish_reason: text, error: error.catch(undefined) }))
    .nullish(),
  usage,
  error,
}) as z.ZodType<ChatChunk>

/** What an answer came to. */
export type ChatAnswer = {
  readonly text: string
  readonly finishReason?: string | undefined
  readonly tokens_in?: number | undefined
  readonly tokens_out?: number | undefined
  readonly truncated?: boolean | undefined
}

/** Counts of tokens, where the server gives whole numbers. */
export function tokensOf(counted: Usage): Pick<ChatAnswer, 'tokens_in' | 'tokens_out'> {
  const whole = (count: number | null | undefined): number | undefined =>
    Number.isSafeInteger(count) && (count ?? -1) >= 0 ? (count ?? undefined) : undefined
  const [tokensIn, tokensOut] = [whole(counted?.prompt_tokens), whole(counted?.completion_tokens)]
  return {
    ...(tokensIn === undefined ? {} : { tokens_in: tokensIn }),
    ...(tokensOut === undefined ? {} : { tokens_out: tokensOut }),
  }
}

/** The error inside an answer or a piece of one; some servers put it into the choice. */
export function failureIn({ error, choices }: ChatCompletion | ChatChunk): Failure | undefined {
  return error ?? choices?.[0]?.error ?? undefined
}

/** What an error inside an answer says. */
export function failureText(error: Failure): string {
  if (typeof error === 'string') return error
  const code = typeof error.code === 'number' ? String(error.code) : error.code
  const parts = [error.message, error.type, code]
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' / ') || 'an error without a message'
}

/** Whether another attempt may help after an error inside an answer, where its code says so. */
export function isTransientFailure(error: Failure): boolean | undefined {
  const code = typeof error === 'object' ? statusOf(error.code) : undefined
  if (code === undefined || !isTransientStatus(code)) return undefined
  return !isUsedUp(failureText(error))
}

/** A status as a number or, as some servers give it, as text. */
function statusOf(code: unknown): number | undefined {
  if (typeof code === 'number') return code
  return typeof code === 'string' && /^[1-5]\d\d$/.test(code) ? Number(code) : undefined
}
