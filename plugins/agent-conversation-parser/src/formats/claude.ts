import { fenceFor, oneLine } from '@datacortex/content'
import type { Conversation, Turn } from '../conversation.ts'
import type { Fields } from '../fields.ts'
import { idOf, objectsOf, textOf } from '../fields.ts'
import type { Format, ReadOptions } from '../format.ts'
import { readEach } from '../format.ts'
import { instant } from '../instant.ts'
import type { Tally } from '../tally.ts'
import { newestBranch } from './newest-branch.ts'

/** Anthropic's export, and the single conversations that browser extensions save. */
export const claude: Format = { name: 'claude', weight: 1, matches, read: readEach(matches, readConversation) }

function matches(record: Fields): boolean {
  return Array.isArray(record['chat_messages'])
}

function readConversation(record: Fields, { tally }: ReadOptions): Conversation {
  const messages = objectsOf(record['chat_messages']).map((message) => ({
    message,
    id: idOf(message['uuid']) ?? '',
    parent: idOf(message['parent_message_uuid']),
    at: instant(message['created_at']) ?? '',
  }))
  const branch = newestBranch(messages, { leaf: idOf(record['current_leaf_message_uuid']) })
  const turns = branch.flatMap(({ message }) => turnOf(message, tally))
  const id = idOf(record['uuid'])
  const model = textOf(record['model'])
  return {
    id,
    title: textOf(record['name']),
    startedAt: instant(record['created_at']) ?? turns.flatMap(({ at }) => at ?? []).toSorted()[0],
    url: id === undefined ? undefined : `https://claude.ai/chat/${encodeURIComponent(id)}`,
    description: textOf(record['summary']) ?? (model === undefined ? undefined : `Conversation with ${model}`),
    named: false,
    turns,
  }
}

function turnOf(message: Fields, tally: Tally): readonly Turn[] {
  const blocks = objectsOf(message['content']).flatMap((block) => blockText(block, tally))
  const said = blocks.length > 0 ? blocks : [textOf(message['text']) ?? ''].filter((text) => text !== '')
  const text = [...said, ...objectsOf(message['attachments']).map(attachmentText), ...fileNames(message)].join('\n\n')
  if (text.trim() === '') {
    tally.skip('empty')
    return []
  }
  const speaker = message['sender'] === 'human' ? 'User' : 'Claude'
  return [{ speaker, at: instant(message['created_at']), text: text.trim() }]
}

const reasons: Readonly<Record<string, string>> = {
  thinking: 'reasoning',
  redacted_thinking: 'reasoning',
  tool_use: 'tool',
  tool_result: 'tool',
  token_budget: 'budget',
}

function blockText(block: Fields, tally: Tally): readonly string[] {
  const type = textOf(block['type']) ?? 'untyped'
  const reason = reasons[type]
  if (reason !== undefined) tally.skip(reason)
  if (reason !== undefined || (type === 'text' && textOf(block['text']) === undefined)) return []
  const text = textOf(block['text'])
  if (type === 'text') return [text ?? '']
  tally.unknownBlock(type)
  const name = `[${type.replaceAll(/[^\w.-]/g, '')}]`
  return [text === undefined ? name : `${name}\n\n${text}`]
}

/** What was pasted or uploaded as text belongs to the person who gave it. */
function attachmentText(attachment: Fields): string {
  const name = `[attachment: ${oneLine(textOf(attachment['file_name']) ?? 'unnamed')}]`
  const text = textOf(attachment['extracted_content'])
  if (text === undefined) return name
  const fence = fenceFor(text)
  return `${name}\n\n${fence}\n${text}\n${fence}`
}

function fileNames(message: Fields): readonly string[] {
  const names = [...objectsOf(message['files']), ...objectsOf(message['files_v2'])].map(
    (file) => `[file: ${oneLine(textOf(file['file_name']) ?? 'unnamed')}]`,
  )
  return [...new Set(names)]
}
