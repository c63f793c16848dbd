import { withoutUndefined } from '@datacortex/errors'
import type { ChatPrompt } from './chat-prompt.ts'
import type { WriterSettings } from './writer-settings.ts'

export type ChatRequest = {
  /** Below the base address. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

export type ChatAnswer = {
  readonly text: string
  /** What filled the schema, where the protocol has a place of its own for it. */
  readonly filled?: unknown
  /** Why the answer is not whole. */
  readonly cutOff?: string | undefined
  readonly model?: string | undefined
  readonly tokens_in?: number | undefined
  readonly tokens_out?: number | undefined
}

export type ChatApi = {
  readonly request: (
    prompt: ChatPrompt,
    options: { readonly config: WriterSettings; readonly key: string | undefined },
  ) => ChatRequest
  /** @throws An error of zod if the answer is none of this protocol. */
  readonly read: (value: unknown) => ChatAnswer
}

/** Counts of tokens, where the server gives whole numbers. */
export function tokens(input: number | null | undefined, output: number | null | undefined) {
  const whole = (count: number | null | undefined): number | undefined =>
    typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
  const [tokensIn, tokensOut] = [whole(input), whole(output)]
  return withoutUndefined({ tokens_in: tokensIn, tokens_out: tokensOut })
}
