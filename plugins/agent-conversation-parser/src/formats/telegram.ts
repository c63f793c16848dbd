import { fenceFor, oneLine, safeLink } from '@datacortex/content'
import type { Conversation, Turn } from '../conversation.ts'
import { type Fields, fieldsOf, idOf, listOf, objectsOf, textOf } from '../fields.ts'
import { type Format, type ReadOptions, readEach } from '../format.ts'
import { instant } from '../instant.ts'
import { plainText } from '../plain-text.ts'
import type { Counts } from '../counts.ts'

/** Telegram Desktop's export as JSON: one chat, or all of them. */
export const telegram: Format = { name: 'telegram', weight: 1, matches, read: readEach(matches, readChat) }

/** Messages of one chat that is too large to be held as a whole; the chat's own fields are the header. */
export const telegramMessages: Format = {
  name: 'telegram',
  weight: 0.95,
  matches: isMessage,
  async read(records, options) {
    const turns: Turn[] = []
    for await (const record of records) {
      const message = fieldsOf(record)
      if (message !== undefined) turns.push(...turnOf(message, options.counts))
    }
    return [chatOf(options.header ?? {}, turns)]
  },
}

function matches(record: Fields): boolean {
  const messages = objectsOf(record['messages'])
  if (messages.length === 0) return Array.isArray(record['messages']) && 'type' in record && 'id' in record
  return messages.slice(0, 5).some(isMessage)
}

/** Until 2021 messages had a local date only. */
function isMessage(message: Fields): boolean {
  const hasSender = 'from_id' in message || 'actor_id' in message || 'from' in message || 'actor' in message
  const isOld =
    (message['type'] === 'message' || message['type'] === 'service') &&
    typeof message['id'] === 'number' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(textOf(message['date']) ?? '')
  return ('date_unixtime' in message || isOld) && hasSender
}

function readChat(chat: Fields, { counts }: ReadOptions): Conversation {
  if (chat['type'] === 'verification_codes') {
    counts.skip('login code', objectsOf(chat['messages']).length)
    return chatOf(chat, [])
  }
  return chatOf(
    chat,
    objectsOf(chat['messages']).flatMap((message) => turnOf(message, counts)),
  )
}

function chatOf(chat: Fields, turns: readonly Turn[]): Conversation {
  const isOwn = chat['type'] === 'saved_messages'
  const title = textOf(chat['name']) ?? (isOwn ? 'Saved messages' : undefined)
  return { id: idOf(chat['id']), title, startedAt: turns[0]?.at, named: true, turns }
}

function turnOf(message: Fields, counts: Counts): readonly Turn[] {
  if (message['type'] === 'service') return counts.skip('event')
  const forwarded = textOf(message['forwarded_from'])
  const said = plainText(flat(message['text'] ?? message['text_entities'], counts))
  const text = [
    ...(forwarded === undefined ? [] : [`[forwarded from ${oneLine(forwarded)}]`]),
    said,
    ...mediaOf(message, counts),
  ]
    .filter((part) => part.trim() !== '')
    .join('\n\n')
  if (text === '') return counts.skip('empty')
  const speaker = textOf(message['from']) ?? 'Deleted account'
  const unix = instant(message['date_unixtime'])
  const date = textOf(message['date'])
  // The old date has no zone: the day is sure enough, the clock is that of the computer.
  const when =
    unix === undefined && date !== undefined ? { at: instant(date), localTime: date.slice(11, 16) } : { at: unix }
  return [{ speaker, ...when, text: text.trim() }]
}

/** Links and code are objects among the pieces of a text. */
function flat(text: unknown, counts: Counts): string {
  if (typeof text === 'string') return text
  return listOf(text)
    .map((piece) => (typeof piece === 'string' ? piece : pieceText(fieldsOf(piece) ?? {}, counts)))
    .join('')
}

function pieceText(piece: Fields, counts: Counts): string {
  const text = typeof piece['text'] === 'string' ? piece['text'] : undefined
  const type = textOf(piece['type']) ?? 'untyped'
  if (text === undefined) return counts.unknownBlock(type)
  if (type === 'pre') return `\n${fenceFor(text)}\n${text}\n${fenceFor(text)}\n`
  if (type === 'code' && !/[`\n]/.test(text)) return `\`${text}\``
  const link = type === 'text_link' ? safeLink(textOf(piece['href']) ?? '') : undefined
  return link === undefined ? text : `[${text}](${link})`
}

function mediaOf(message: Fields, counts: Counts): readonly string[] {
  const listed = listOfWords(message, counts)
  if (listed !== undefined) return [listed]
  const place = [message['place_name'], message['address']].flatMap((part) => textOf(part) ?? [])
  if (place.length > 0) return [`[place] ${plainText(place.join(', '))}`]
  if (message['location_information'] !== undefined) return ['[place]']
  const contact = fieldsOf(message['contact_information'])
  if (contact !== undefined) {
    const name = [contact['first_name'], contact['last_name']].flatMap((part) => textOf(part) ?? [])
    return [name.length === 0 ? '[contact]' : `[contact: ${oneLine(name.join(' '))}]`]
  }
  const media = textOf(message['media_type']) ?? (message['photo'] === undefined ? undefined : 'photo')
  if (media === undefined && message['file'] === undefined) return []
  const name = textOf(message['file_name'])
  const kind = (media ?? 'file').replaceAll(/[^\w.-]/g, '')
  return [name === undefined ? `[${kind}]` : `[${kind}: ${oneLine(name)}]`]
}

/** What somebody put to the vote, or wrote down to be done; newer versions write these in pieces too. */
function listOfWords(message: Fields, counts: Counts): string | undefined {
  const poll = fieldsOf(message['poll'])
  const list = poll ?? fieldsOf(message['todo_list'])
  const title = textOf(flat(list?.['question'] ?? list?.['title'], counts))
  if (title === undefined) return undefined
  const entries = objectsOf(list?.['answers']).map((entry) => `- ${oneLine(flat(entry['text'], counts))}`)
  return [`[${poll === undefined ? 'list' : 'poll'}] ${plainText(title)}`, ...entries].join('\n')
}
