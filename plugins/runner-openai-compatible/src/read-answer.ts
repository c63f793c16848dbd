import { createParser } from 'eventsource-parser'
import type { z } from 'zod'
import type { ChatAnswer } from './chat-completion.ts'
import { ChatChunk, ChatCompletion, failureText, isTransientFailure, tokensOf } from './chat-completion.ts'
import { ChatRefusedError, ChatResponseInvalidError } from './errors.ts'

/** How an answer is read. */
export type ReadAnswerOptions = {
  readonly url: string
  readonly maxBytes: number
  /** Called for every piece that arrives. */
  readonly touch: () => void
  readonly onOutput?: ((chunk: string) => void) | undefined
}

/** Reads an answer that comes as one JSON document. */
export async function readWhole(body: AsyncIterable<Uint8Array>, options: ReadAnswerOptions): Promise<ChatAnswer> {
  const { url, maxBytes, touch, onOutput } = options
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of body) {
    touch()
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes)
      throw new ChatResponseInvalidError({ url, reason: `it is longer than ${maxBytes} bytes`, transient: false })
    chunks.push(chunk)
  }
  const answer = parsed(Buffer.concat(chunks).toString('utf8'), { url, schema: ChatCompletion })
  throwIfFailed(answer.error, url)
  const [choice] = answer.choices ?? []
  if (choice === undefined) throw new ChatResponseInvalidError({ url, reason: 'it has no choice', transient: false })
  const text = choice.message.content ?? ''
  if (text !== '') onOutput?.(text)
  return { text, finishReason: choice.finish_reason ?? undefined, ...tokensOf(answer.usage) }
}

/** Reads an answer that comes as server-sent events. */
export async function readStream(body: AsyncIterable<Uint8Array>, options: ReadAnswerOptions): Promise<ChatAnswer> {
  const { url, maxBytes, touch, onOutput } = options
  const events: string[] = []
  const parser = createParser({ onEvent: ({ data }) => void events.push(data), maxBufferSize: maxBytes })
  const decoder = new TextDecoder()
  let answer: ChatAnswer = { text: '' }
  let isDone = false
  let sizeBytes = 0
  for await (const chunk of body) {
    touch()
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes) return { ...answer, truncated: true }
    parser.feed(decoder.decode(chunk, { stream: true }))
    for (const data of events.splice(0)) {
      isDone ||= data.trim() === '[DONE]'
      if (!isDone) answer = withChunk(answer, { chunk: parsed(data, { url, schema: ChatChunk }), url, onOutput })
    }
    // Some servers keep the connection open after the end.
    if (isDone) return answer
  }
  if (answer.finishReason !== undefined) return answer
  throw new ChatResponseInvalidError({ url, reason: 'the stream ended before the answer did', transient: true })
}

function withChunk(
  answer: ChatAnswer,
  { chunk, url, onOutput }: Pick<ReadAnswerOptions, 'url' | 'onOutput'> & { readonly chunk: ChatChunk },
): ChatAnswer {
  throwIfFailed(chunk.error, url)
  const [choice] = chunk.choices ?? []
  const piece = choice?.delta?.content ?? ''
  if (piece !== '') onOutput?.(piece)
  return {
    ...answer,
    ...tokensOf(chunk.usage),
    text: answer.text + piece,
    finishReason: choice?.finish_reason ?? answer.finishReason,
  }
}

function throwIfFailed(error: Parameters<typeof failureText>[0], url: string): void {
  const reason = failureText(error)
  if (reason === undefined) return
  throw new ChatRefusedError({ url, reason: reason.slice(0, 500), transient: isTransientFailure(error) })
}

function parsed<T>(text: string, { url, schema }: { readonly url: string; readonly schema: z.ZodType<T> }): T {
  const refuse = (reason: string): never => {
    throw new ChatResponseInvalidError({ url, reason, transient: false })
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuse(`${JSON.stringify(text.slice(0, 80))} is no JSON`)
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  return refuse(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'another shape'}`)
}
