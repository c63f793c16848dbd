import { oneLine, safeLink } from '@datacortex/content'
import type { Conversation, Turn } from '../conversation.ts'
import { type Fields, fieldsOf, idOf, objectsOf, textOf } from '../fields.ts'
import type { Format } from '../format.ts'
import { instant } from '../instant.ts'
import type { Counts } from '../counts.ts'
import { blocksText } from './slack-blocks.ts'
import { plainText } from '../plain-text.ts'

/** Messages of one day of a channel, without the files that say who is who. */
export const slack: Format = {
  name: 'slack',
  weight: 0.95,
  matches: isSlackMessage,
  async read(records, { counts }) {
    const messages = objectsOf(await Array.fromAsync(records))
    return [channelOf({ messages }, { names: new Map(), counts })]
  },
}

function isSlackMessage(record: Fields): boolean {
  return record['type'] === 'message' && /^\d{9,11}\.\d+$/.test(textOf(record['ts']) ?? '')
}

/** A channel as a conversation: replies stand behind the message that they answer, whatever day they came. */
export function channelOf(
  { id, name, messages }: { id?: string | undefined; name?: string | undefined; messages: readonly Fields[] },
  { names, counts }: { names: ReadonlyMap<string, string>; counts: Counts },
): Conversation {
  const known = new Map([...profileNames(messages), ...names])
  const byTime = messages
    .filter(isSlackMessage)
    .toSorted((a, b) => Number(tsOf(a) > tsOf(b)) - Number(tsOf(a) < tsOf(b)))
  if (byTime.length < messages.length) counts.skip('no message', messages.length - byTime.length)
  const all = new Set(byTime.map(tsOf))
  const isReply = (message: Fields): boolean => {
    const thread = textOf(message['thread_ts'])
    return thread !== undefined && thread !== tsOf(message) && all.has(thread)
  }
  const replies = Map.groupBy(byTime.filter(isReply), (message) => textOf(message['thread_ts']) ?? '')
  const ordered = byTime
    .filter((message) => !isReply(message))
    .flatMap((message) => [message, ...(replies.get(tsOf(message)) ?? [])])
  const turns = withoutRepeats(ordered).flatMap((message) => turnOf(message, { names: known, counts }))
  return { id, title: name, startedAt: turns[0]?.at, named: true, turns }
}

/** Texts, not numbers: as numbers the last digits are lost. */
function tsOf(message: Fields): string {
  return textOf(message['ts']) ?? ''
}

function withoutRepeats(messages: readonly Fields[]): readonly Fields[] {
  return [...new Map(messages.map((message) => [`${tsOf(message)} ${String(message['user'])}`, message])).values()]
}

function profileNames(messages: readonly Fields[]): ReadonlyMap<string, string> {
  return new Map(
    messages.flatMap((message) => {
      const id = idOf(message['user'])
      const name = nameOf(fieldsOf(message['user_profile']) ?? {})
      return id === undefined || name === undefined ? [] : [[id, name] as const]
    }),
  )
}

/** The name by which people know somebody. */
export function nameOf(profile: Fields): string | undefined {
  return textOf(profile['display_name']) ?? textOf(profile['real_name']) ?? textOf(profile['name'])
}

const kept = /^(?:bot_message|slackbot_response|thread_broadcast|me_message|file_share|file_comment|reply_broadcast)$/

function turnOf(
  message: Fields,
  { names, counts }: { names: ReadonlyMap<string, string>; counts: Counts },
): readonly Turn[] {
  const subtype = textOf(message['subtype'])
  if (subtype !== undefined && !kept.test(subtype)) return counts.skip('event')
  // Until 2018 a comment on a file was an event that repeated it.
  const comment = fieldsOf(message['comment'])
  const text = [...saidIn(message, comment).map((part) => slackText(part, names)), ...filesOf(message)].join('\n\n')
  if (text.trim() === '') return counts.skip('empty')
  const user = idOf(comment?.['user']) ?? idOf(message['user'])
  const speaker =
    names.get(user ?? '') ??
    textOf(message['username']) ??
    textOf(fieldsOf(message['bot_profile'])?.['name']) ??
    (user === 'USLACKBOT' ? 'Slackbot' : user) ??
    idOf(message['bot_id']) ??
    'Unknown'
  return [{ speaker, at: instant(message['ts']), text: text.trim() }]
}

function saidIn(message: Fields, comment: Fields | undefined): readonly string[] {
  const said = textOf(comment?.['comment']) ?? textOf(message['text']) ?? blocksText(message['blocks'])
  const attached = objectsOf(message['attachments'])
  if (said === undefined) return attached.map(attachmentText).filter((text) => text !== '')
  // A robot says the rest in attachments; those of a person are previews of a link.
  const isRobot = message['subtype'] === 'bot_message' || message['bot_id'] !== undefined
  const own = attached.filter((one) => one['from_url'] === undefined && one['original_url'] === undefined)
  return isRobot ? [said, ...own.map(attachmentText)].filter((text) => text !== '') : [said]
}

function filesOf(message: Fields): readonly string[] {
  return objectsOf(message['files'])
    .filter((file) => file['mode'] !== 'tombstone')
    .map((file) => `[file: ${oneLine(textOf(file['name']) ?? textOf(file['title']) ?? 'unnamed')}]`)
}

/** All texts of an attachment; the fallback says them again for devices that show none. */
function attachmentText(attachment: Fields): string {
  const title = textOf(attachment['title'])
  const link = textOf(attachment['title_link'])
  const fields = objectsOf(attachment['fields']).map((field) =>
    [textOf(field['title']), textOf(field['value'])].filter((part) => part !== undefined).join(': '),
  )
  const parts = [
    textOf(attachment['pretext']),
    title !== undefined && link !== undefined ? `<${link}|${title}>` : title,
    textOf(attachment['text']) ?? blocksText(attachment['blocks']),
    ...fields,
  ].filter((part) => part !== undefined && part !== '')
  if (parts.length > 0) return parts.join('\n')
  const fallback = textOf(attachment['fallback']) ?? ''
  return fallback === '[no preview available]' ? '' : fallback
}

// https://docs.slack.dev/messaging/formatting-message-text
/** A text of Slack as Markdown: people and channels by name, links, and the three entities that it knows. */
function slackText(text: string, names: ReadonlyMap<string, string>): string {
  const shown = text.replaceAll(/<([^<>\n]+)>/g, (whole, inside: string) => reference(inside, names) ?? whole)
  return plainText(shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
}

function reference(inside: string, names: ReadonlyMap<string, string>): string | undefined {
  const bar = inside.indexOf('|')
  const target = bar === -1 ? inside : inside.slice(0, bar)
  const label = bar === -1 ? undefined : inside.slice(bar + 1)
  if (/^@[UW]/.test(target)) return `@${names.get(target.slice(1)) ?? label ?? target.slice(1)}`
  if (target.startsWith('#')) return `#${label ?? target.slice(1)}`
  if (target.startsWith('!')) return label ?? `@${target.slice(1).split('^')[0]}`
  const link = safeLink(target.replaceAll('&amp;', '&'))
  if (link === undefined) return label
  return label === undefined || label === target ? `<${link}>` : `[${label.replaceAll(/[[\]]/g, '')}](${link})`
}
