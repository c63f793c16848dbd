import { saidByServer } from '@datacortex/plugin'
import { createParser } from 'eventsource-parser'
import type { z } from 'zod'
import { jsonOf } from '@datacortex/platform'
import { type ChatAnswer, ChatChunk, ChatCompletion, onlyChoice, tokensOf, wordsOf } from './chat-completion.ts'
import { chatError } from './errors.ts'
import { serverFailure } from './server-failure.ts'

export type ReadAnswerOptions = {
  readonly url: string
  /** That the request was sent with; it stands in no error. */
  readonly key: string | undefined
  readonly maxBytes: number
  /** Called for every piece that arrives. */
  readonly touch: () => void
  /** Called when the model has ended the answer, while the server has not. */
  readonly ended: () => void
  readonly signal: AbortSignal
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
    if (sizeBytes > maxBytes) {
      const reason = `it is longer than ${maxBytes} bytes`
      throw chatError('RUNNER_OPENAI_COMPATIBLE_RESPONSE_INVALID', { url, reason, transient: false, tooLong: true })
    }
    chunks.push(chunk)
  }
  const answer = parsed(Buffer.concat(chunks).toString('utf8'), { ...options, schema: ChatCompletion })
  const choice = onlyChoice(answer.choices)
  // One whose model failed may have no message.
  const reason = choice === undefined ? 'it has no choice' : 'its choice has no message'
  if (choice === undefined || (!choice.message && choice.finish_reason !== 'error'))
    throw chatError('RUNNER_OPENAI_COMPATIBLE_RESPONSE_INVALID', { url, reason, transient: false })
  const said = wordsOf(choice.message)
  if (said.text !== '') onOutput?.(said.text)
  return { ...said, finishReason: choice.finish_reason ?? undefined, ...tokensOf(answer.usage) }
}

/** Reads an answer that comes as server-sent events. */
export async function readStream(body: AsyncIterable<Uint8Array>, options: ReadAnswerOptions): Promise<ChatAnswer> {
  const { url, maxBytes, touch, ended, signal } = options
  const events: string[] = []
  const parser = createParser({ onEvent: ({ data }) => void events.push(data), maxBufferSize: maxBytes })
  const decoder = new TextDecoder()
  let answer: ChatAnswer = { text: '' }
  let isDone = false
  let sizeBytes = 0
  const isWhole = (): boolean => answer.finishReason !== undefined
  const take = (data: string): void => {
    isDone ||= data.trim() === '[DONE]'
    if (!isDone) answer = withChunk(answer, { chunk: parsed(data, { ...options, schema: ChatChunk }), ...options })
  }
  for await (const chunk of untilSilence(body, { isWhole, signal })) {
    touch()
    const room = maxBytes - sizeBytes
    sizeBytes += chunk.length
    // Of the piece that passes the limit, what is before it belongs to the answer.
    parser.feed(decoder.decode(chunk.subarray(0, room), { stream: true }))
    for (const data of events.splice(0)) take(data)
    // Some servers keep the connection open after the end.
    if (isDone) return answer
    if (sizeBytes > maxBytes) return { ...answer, truncated: true }
    if (isWhole()) ended()
  }
  // Some servers leave out the blank line behind the last event.
  parser.feed('\n\n')
  for (const data of events.splice(0)) if (data.trim() === '[DONE]' || jsonOf(data) !== undefined) take(data)
  if (isDone || isWhole()) return answer
  const reason = 'the stream ended before the answer did'
  throw chatError('RUNNER_OPENAI_COMPATIBLE_RESPONSE_INVALID', { url, reason, transient: true })
}

/** The pieces of a body: if it falls silent or breaks off when the answer is whole already, nothing is lost. */
async function* untilSilence(
  body: AsyncIterable<Uint8Array>,
  { isWhole, signal }: { isWhole: () => boolean; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    if (!isWhole() || signal.aborted) throw error
  }
}

function withChunk(answer: ChatAnswer, { chunk, onOutput }: ReadAnswerOptions & { chunk: ChatChunk }): ChatAnswer {
  const choice = onlyChoice(chunk.choices)
  const { text: piece, ...refused } = wordsOf(choice?.delta)
  if (piece !== '') onOutput?.(piece)
  return {
    ...answer,
    ...refused,
    ...tokensOf(chunk.usage),
    text: answer.text + piece,
    finishReason: choice?.finish_reason ?? answer.finishReason,
  }
}

type Asked = Pick<ReadAnswerOptions, 'url' | 'key'>

/** @throws `RUNNER_OPENAI_COMPATIBLE_REFUSED` or `RUNNER_OPENAI_COMPATIBLE_RESPONSE_INVALID` */
function parsed<T>(text: string, { url, key, schema }: Asked & { schema: z.ZodType<T> }): T {
  const refuse = (reason: string): never => {
    throw chatError('RUNNER_OPENAI_COMPATIBLE_RESPONSE_INVALID', { url, reason, transient: false })
  }
  const value = jsonOf(text)
  if (value === undefined) return refuse(`${JSON.stringify(saidByServer(text, { key }).slice(0, 80))} is no JSON`)
  const failure = serverFailure(value)
  if (failure !== undefined) {
    const { text: said, transient } = failure
    throw chatError('RUNNER_OPENAI_COMPATIBLE_REFUSED', { url, reason: saidByServer(said, { key }), transient })
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  return refuse(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'another shape'}`)
}
