import { withoutUndefined } from '@datacortex/errors'
import { z } from 'zod'

const text = z.string().nullish()
// Some servers send an empty one with every piece, which is no end.
const ending = text.transform((reason) => (reason === '' ? undefined : reason))
const usage = z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish()
// Some servers send a list, in which what the model thinks may stand beside its text.
const parts = z
  .array(z.object({ type: text, text }))
  .transform((list) => list.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join(''))
/** What a model says. Some refuse in a field of its own, and leave the content empty. */
const said = z.object({ content: z.union([text, parts]), refusal: text.catch(undefined) })
const index = z.number().nullish()

/** One answer as a whole, of the fields that are used. Others may be there. */
export type ChatCompletion = z.infer<typeof ChatCompletion>

export const ChatCompletion = z.object({
  choices: z.array(z.object({ index, message: said.nullish(), finish_reason: ending })).nullish(),
  usage,
})

/** One piece of a streamed answer. The last one may have no choice, only the usage. */
export type ChatChunk = z.infer<typeof ChatChunk>

export const ChatChunk = z.object({
  choices: z.array(z.object({ index, delta: said.nullish(), finish_reason: ending })).nullish(),
  usage,
})

/** The one choice that was asked for; some servers send further ones. */
export function onlyChoice<Choice extends { readonly index?: number | null | undefined }>(
  choices: readonly Choice[] | null | undefined,
): Choice | undefined {
  return choices?.find((choice) => (choice.index ?? 0) === 0)
}

/** The words of a message or a piece of one, and whether it is a refusal that says them. */
export function wordsOf(words: z.infer<typeof said> | null | undefined) {
  const { content, refusal = '' } = words ?? {}
  return (refusal ?? '') === '' ? { text: content ?? '' } : { text: `${content ?? ''}${refusal}`, refused: true }
}

export type ChatAnswer = {
  readonly text: string
  readonly finishReason?: string | undefined
  readonly tokens_in?: number | undefined
  readonly tokens_out?: number | undefined
  readonly truncated?: boolean | undefined
  /** Whether the model said that it refuses. */
  readonly refused?: boolean | undefined
}

/** Counts of tokens, where the server gives whole numbers. */
export function tokensOf(counted: z.infer<typeof usage>): Pick<ChatAnswer, 'tokens_in' | 'tokens_out'> {
  const whole = (count: number | null | undefined): number | undefined =>
    Number.isSafeInteger(count) && (count ?? -1) >= 0 ? (count ?? undefined) : undefined
  const [tokensIn, tokensOut] = [whole(counted?.prompt_tokens), whole(counted?.completion_tokens)]
  return withoutUndefined({ tokens_in: tokensIn, tokens_out: tokensOut })
}
