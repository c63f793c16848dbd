import { Readable } from 'node:stream'
import { pick } from 'stream-json/filters/pick.js'
import { streamArray } from 'stream-json/streamers/stream-array.js'
import { jsonOf, recordOf } from '@datacortex/platform'
import { conversationError } from './errors.ts'
import { type Fields, fieldsOf } from './fields.ts'
import { repairedChunks } from './repaired-json.ts'

/** How Telegram's export of everything begins. */
export const allOfTelegram: RegExp = /"about"\s*:\s*"Here is the data you requested/

/** The records of a JSON file that is too large to be held as a whole. `chunks`: its bytes. */
export function streamRecords(chunks: AsyncIterable<Uint8Array>, { head, name }: { head: string; name: string }) {
  const start = head.trimStart()
  if (start.startsWith('['))
    return { records: values(Readable.from(repairedChunks(chunks)).pipe(streamArray.withParserAsStream(whole)), name) }
  const isAllChats = allOfTelegram.test(start) || /"chats"\s*:\s*\{[^[\]]*"list"\s*:\s*\[/.test(start)
  const key = isAllChats
    ? 'chats.list'
    : /"(conversations|chats|data|items|threads|messages)"\s*:\s*\[/.exec(start)?.[1]
  if (!start.startsWith('{') || key === undefined) return undefined
  // Chats that somebody left stand in a list of their own behind the others.
  const filter = isAllChats ? /^(?:left_)?chats\.list\b/ : key
  const parser = pick.withParserAsStream({ ...whole, filter, once: !isAllChats })
  const picked = Readable.from(repairedChunks(chunks)).pipe(parser)
  const last = picked.pipe(streamArray.asStream())
  picked.on('error', (error) => last.destroy(error))
  return { records: values(last, name), header: headerOf(start, key) }
}

/** Values in one piece: pieces of texts cost three times the time. */
const whole = {
  packKeys: true,
  packStrings: true,
  packNumbers: true,
  streamKeys: false,
  streamStrings: false,
  streamNumbers: false,
}

async function* values(stream: Readable, name: string): AsyncGenerator {
  try {
    for await (const item of stream) yield fieldsOf(item)?.['value']
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw conversationError('CONVERSATION_JSON_INVALID', { name, reason: error.message }, { cause: error })
  }
}

/** The fields before the list, such as the name of a chat. */
function headerOf(start: string, key: string): Fields {
  const before = start.slice(0, start.search(new RegExp(String.raw`"${key}"\s*:\s*\[`)))
  return recordOf(jsonOf(`${before}"":0}`))
}
