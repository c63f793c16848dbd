import { decodeText } from '@datacortex/content'
import { jsonOf } from '@datacortex/platform'
import type { SubAgentInput } from '@datacortex/plugin'
import { chooseFormat } from './choose-format.ts'
import type { Conversation } from './conversation.ts'
import { conversationError } from './errors.ts'
import { type Fields, fieldsOf } from './fields.ts'
import { inputBytes, inputChunks, inputSize } from './input-bytes.ts'
import { repairedJson } from './repaired-json.ts'
import { streamRecords } from './stream-records.ts'
import type { Counts } from './counts.ts'
import { unwrapRecords } from './unwrap-records.ts'

export type ReadConversations = { readonly format: string; readonly conversations: readonly Conversation[] }

export type JsonOptions = {
  readonly counts: Counts
  readonly signal: AbortSignal
  /** Larger JSON is read piece by piece, in bytes. */
  readonly streamBytes: number
}

/** The conversations of JSON or JSON lines. Throws `CONVERSATION_JSON_INVALID` or `CONVERSATION_FORMAT_UNKNOWN`. */
export async function readJson(input: SubAgentInput, options: JsonOptions): Promise<ReadConversations> {
  if (isLines(input)) return await readRecords(jsonLines(inputChunks(input), options.counts), input, options)
  if ((await inputSize(input)) > options.streamBytes) {
    const head = await headOf(input)
    const stream = streamRecords(inputChunks(input), { head, name: input.name })
    const limit = `${options.streamBytes} bytes`
    if (stream === undefined)
      throw conversationError('CONVERSATION_TOO_LARGE', { name: input.name, what: oneValue, limit })
    return await readRecords(stream.records, input, { ...options, header: stream.header })
  }
  const { records, header } = unwrapRecords(await parsed(input))
  return await readRecords(iterated(records), input, { ...options, header })
}

const oneValue = 'one JSON value without a list of conversations'

function isLines({ contentType, name }: SubAgentInput): boolean {
  return (
    /ndjson|jsonl|json-seq/.test(contentType) ||
    (contentType !== 'application/json' && /\.(?:jsonl|ndjson)$/i.test(name))
  )
}

async function headOf(input: SubAgentInput): Promise<string> {
  for await (const chunk of inputChunks(input)) return decodeText(chunk.subarray(0, 262_144)).text
  return ''
}

async function parsed(input: SubAgentInput): Promise<unknown> {
  const { text } = decodeText(await inputBytes(input), { charset: input.charset })
  try {
    return repairedJson(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw conversationError('CONVERSATION_JSON_INVALID', { name: input.name, reason: error.message }, { cause: error })
  }
}

async function* iterated(records: readonly unknown[]): AsyncGenerator {
  yield* records
}

const sampleSize = 20

async function readRecords(
  records: AsyncGenerator,
  { name }: SubAgentInput,
  options: JsonOptions & { readonly header?: Fields | undefined },
): Promise<ReadConversations> {
  const sample: unknown[] = []
  while (sample.length < sampleSize) {
    const next = await records.next()
    if (next.done === true) break
    sample.push(next.value)
  }
  const format = chooseFormat(sample)
  if (format === undefined) {
    await records.return(undefined)
    throw conversationError('CONVERSATION_FORMAT_UNKNOWN', { name, seen: seenIn(sample) })
  }
  return { format: format.name, conversations: await format.read(chained(sample, records, options), options) }
}

async function* chained(
  sample: readonly unknown[],
  records: AsyncGenerator,
  { signal }: Pick<JsonOptions, 'signal'>,
): AsyncGenerator {
  signal.throwIfAborted()
  yield* sample
  for await (const record of records) {
    signal.throwIfAborted()
    yield record
  }
}

function seenIn(sample: readonly unknown[]): string {
  const [first] = sample
  if (first === undefined) return 'it holds nothing'
  const fields = fieldsOf(first)
  if (fields === undefined) return `it holds ${Array.isArray(first) ? 'lists' : `values such as ${typeof first}`}`
  const keys = Object.keys(fields).slice(0, 8)
  return `its objects have the fields ${keys.map((key) => key.slice(0, 40)).join(', ')}`
}

/** The values of JSON lines, one after the other; lines that are none are counted. `chunks`: bytes, UTF-8. */
async function* jsonLines(chunks: AsyncIterable<Uint8Array>, counts: Counts): AsyncGenerator {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield* valueOf(line, counts)
  }
  yield* valueOf(rest + decoder.decode(), counts)
}

function* valueOf(line: string, counts: Counts): Generator {
  if (line.trim() === '') return
  const value = jsonOf(line)
  if (value === undefined) counts.skip('unreadable line')
  else yield value
}
