import type { Conversation, Turn } from '../conversation.ts'
import { type Fields, fieldsOf, idOf, listOf, objectsOf, textOf } from '../fields.ts'
import { type Format, type ReadOptions, readEach } from '../format.ts'
import { instant } from '../instant.ts'
import type { Counts } from '../counts.ts'

/** Objects that hold a list of messages: `{messages: [{role, content}]}`. */
export const generic: Format = {
  name: 'generic',
  weight: 0.7,
  matches: hasMessages,
  read: readEach(hasMessages, readConversation),
}

/** A list of messages by itself: `[{role, content}]`, or a line each. */
export const genericMessages: Format = {
  name: 'generic',
  weight: 0.6,
  matches: isRoleMessage,
  async read(records, options) {
    const found = await Array.fromAsync(records, (record) => turnOf(fieldsOf(record) ?? {}, options.counts))
    const turns = found.flat()
    return [{ ...conversationOf(options.header ?? {}), startedAt: turns[0]?.at, turns }]
  },
}

const roles: Readonly<Record<string, string>> = {
  user: 'User',
  human: 'User',
  assistant: 'Assistant',
  model: 'Assistant',
  gpt: 'Assistant',
  ai: 'Assistant',
  bot: 'Assistant',
  system: 'System',
  developer: 'System',
  tool: 'Tool',
  function: 'Tool',
}

const speakerKeys = ['role', 'from', 'sender', 'author', 'speaker', 'user', 'name'] as const
const textKeys = ['content', 'text', 'value', 'message', 'body', 'parts'] as const

function messagesOf(record: Fields): readonly Fields[] {
  return objectsOf(record['messages'] ?? record['conversations'] ?? record['turns'] ?? record['conversation'])
}

function hasMessages(record: Fields): boolean {
  const sample = messagesOf(record).slice(0, 10)
  const said = sample.filter((message) => speakerOf(message) !== undefined && contentOf(message) !== undefined)
  return sample.length > 0 && said.length >= sample.length * 0.6
}

function isRoleMessage(record: Fields): boolean {
  const role = textOf(record['role']) ?? textOf(record['from'])
  return role !== undefined && role.toLowerCase() in roles && contentOf(record) !== undefined
}

function readConversation(record: Fields, { counts }: ReadOptions): Conversation {
  const turns = messagesOf(record).flatMap((message) => turnOf(message, counts))
  const base = conversationOf(record)
  return { ...base, startedAt: base.startedAt ?? turns[0]?.at, turns }
}

function conversationOf(record: Fields): Omit<Conversation, 'turns'> {
  return {
    id: idOf(record['id']) ?? idOf(record['conversation_id']) ?? idOf(record['uuid']),
    title: textOf(record['title']) ?? textOf(record['name']),
    startedAt: timeOf(record),
    named: false,
  }
}

function turnOf(message: Fields, counts: Counts): readonly Turn[] {
  const speaker = speakerOf(message)
  const text = contentText(contentOf(message), counts).trim()
  if (speaker === undefined || text === '') return counts.skip(speaker === undefined ? 'no speaker' : 'empty')
  if (speaker === 'System' || speaker === 'Tool') return counts.skip(speaker.toLowerCase())
  return [{ speaker, at: timeOf(message), text }]
}

function speakerOf(message: Fields): string | undefined {
  for (const key of speakerKeys) {
    const value = message[key]
    const fields = fieldsOf(value)
    const name = textOf(value) ?? textOf(fields?.['name']) ?? textOf(fields?.['role'])
    if (name !== undefined) return roles[name.toLowerCase()] ?? name
  }
  return undefined
}

function contentOf(message: Fields): unknown {
  return textKeys.map((key) => message[key]).find((value) => typeof value === 'string' || typeof value === 'object')
}

function timeOf(fields: Fields): string | undefined {
  const keys = ['timestamp', 'created_at', 'create_time', 'createdAt', 'date', 'time', 'at']
  return keys.map((key) => instant(fields[key])).find((at) => at !== undefined)
}

function contentText(content: unknown, counts: Counts): string {
  if (typeof content === 'string') return content
  const single = fieldsOf(content)
  const blocks = single === undefined ? listOf(content) : listOf(single['parts'] ?? [single])
  return blocks
    .flatMap((block) => {
      if (typeof block === 'string') return [block]
      const fields = fieldsOf(block)
      const text = textOf(fields?.['text']) ?? textOf(fields?.['content'])
      if (text !== undefined || fields === undefined) return text ?? []
      const type = textOf(fields['type']) ?? 'untyped'
      if (/^(?:thinking|reasoning|tool_use|tool_result|tool_call)/.test(type))
        return counts.skip(type.startsWith('tool') ? 'tool' : 'reasoning')
      return [counts.unknownBlock(type)]
    })
    .join('\n\n')
}
