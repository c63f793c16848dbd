import { z } from 'zod'

type Usage = { readonly prompt_tokens?: number | null; readonly completion_tokens?: number | null } | null | undefined

/** One answer as a whole, of the fields that are used. Others may be there. */
export type ChatCompletion = {
  readonly choices?:
    | readonly {
        readonly message?: { readonly content?: string | null } | null
        readonly finish_reason?: string | null
      }[]
    | null
  readonly usage?: Usage
}

/** One piece of a streamed answer. The last one may have no choice, only the usage. */
export type ChatChunk = {
  readonly choices?:
    | readonly {
        readonly delta?: { readonly content?: string | null } | null
        readonly finish_reason?: string | null
      }[]
    | null
  readonly usage?: Usage
}

const text = z.string().nullish()
// Some servers send an empty one with every piece, which is no end.
const ending = text.transform((reason) => (reason === '' ? undefined : reason))
const usage = z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish()
const content = z.object({ content: text })

export const ChatCompletion: z.ZodType<ChatCompletion> = z.object({
  choices: z.array(z.object({ message: content.nullish(), finish_reason: ending })).nullish(),
  usage,
}) as z.ZodType<ChatCompletion>

export const ChatChunk: z.ZodType<ChatChunk> = z.object({
  choices: z.array(z.object({ delta: content.nullish(), finish_reason: ending })).nullish(),
  usage,
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
