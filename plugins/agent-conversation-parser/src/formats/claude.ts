import { fenceFor, oneLine } from '@datacortex/content'
import { jsonOf } from '@datacortex/platform'
import type { Conversation, Turn } from '../conversation.ts'
import { type Fields, fieldsOf, idOf, objectsOf, textOf } from '../fields.ts'
import { type Format, type ReadOptions, readEach } from '../format.ts'
import { instant } from '../instant.ts'
import type { Counts } from '../counts.ts'
import { newestBranch } from './newest-branch.ts'
import { writtenDocument } from './written-document.ts'

/** Anthropic's export, and the single conversations that browser extensions save. */
export const claude: Format = { name: 'claude', weight: 1, matches, read: readEach(matches, readConversation) }

function matches(record: Fields): boolean {
  return Array.isArray(record['chat_messages'])
}

function readConversation(record: Fields, { counts }: ReadOptions): Conversation {
  const messages = objectsOf(record['chat_messages']).map((message) => ({
    message,
    id: idOf(message['uuid']) ?? '',
    parent: idOf(message['parent_message_uuid']),
    at: instant(message['created_at']) ?? '',
  }))
  const branch = newestBranch(messages, { leaf: idOf(record['current_leaf_message_uuid']) })
  const turns = branch.flatMap(({ message }) => turnOf(message, counts))
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

function turnOf(message: Fields, counts: Counts): readonly Turn[] {
  const sender = textOf(message['sender'])
  if (sender !== undefined && sender !== 'human' && sender !== 'assistant')
    return counts.skip(`sender ${sender.replaceAll(/[^\w.-]/g, '').slice(0, 40)}`)
  const files = fileNames(message)
  const prose = (text: string): string => (sender === 'human' ? text : claudeProse(text, counts))
  const blocks = blocksOf(message['content']).flatMap((block) =>
    blockText(block, { hasFiles: files.length > 0, prose, counts }),
  )
  const said = blocks.length > 0 ? blocks : [prose(textOf(message['text']) ?? '')]
  const attached = objectsOf(message['attachments']).map(attachmentText)
  const text = [...said, ...attached, ...files.filter((file) => !said.includes(file))]
    .filter((part) => part !== '')
    .join('\n\n')
  if (text.trim() === '') return counts.skip('empty')
  const speaker = sender === 'human' ? 'User' : 'Claude'
  return [{ speaker, at: instant(message['created_at']), text: text.trim() }]
}

/** Some exports hold the blocks as a text of JSON. */
function blocksOf(content: unknown): readonly Fields[] {
  return objectsOf(typeof content === 'string' && content.startsWith('[') ? jsonOf(content) : content)
}

const reasons: Readonly<Record<string, string>> = {
  thinking: 'reasoning',
  redacted_thinking: 'reasoning',
  tool_use: 'tool',
  tool_result: 'tool',
  token_budget: 'budget',
  injected_prompt_block: 'hidden',
  summaries: 'reasoning',
  flag: 'hidden',
}

function blockText(
  block: Fields,
  options: { readonly hasFiles: boolean; readonly prose: (text: string) => string; readonly counts: Counts },
): readonly string[] {
  const { hasFiles, prose, counts } = options
  const type = textOf(block['type']) ?? 'untyped'
  const artifact = type === 'tool_use' ? artifactText(block) : undefined
  if (artifact !== undefined) return [artifact]
  const reason = reasons[type]
  if (reason !== undefined) return counts.skip(reason)
  const text = textOf(block['text'])
  if (type === 'text') return text === undefined ? [] : [prose(text)]
  const title = textOf(block['title']) ?? textOf(block['file_name'])
  if (type === 'image' || type === 'document') {
    if (title !== undefined) return [`[file: ${oneLine(title)}]`]
    // What was uploaded stands among the files, with its name.
    return hasFiles ? [] : [`[${type}]`]
  }
  if (type !== 'voice_note') counts.unknownBlock(type)
  const name = `[${type.replaceAll(/[^\w.-]/g, '')}]`
  return [text === undefined ? name : `${name}\n\n${text}`]
}

/** All of a document that was made or written anew. Small changes are pairs of old and new, and no text. */
function artifactText(block: Fields): string | undefined {
  const input = fieldsOf(block['input'])
  const content = textOf(input?.['content'])
  if (block['name'] !== 'artifacts' || content === undefined || input?.['command'] === 'update') return undefined
  return writtenDocument('artifact', { title: textOf(input?.['title']), type: textOf(input?.['type']), content })
}

/** What was pasted or uploaded as text belongs to the person who gave it. */
function attachmentText(attachment: Fields): string {
  const fileName = textOf(attachment['file_name'])
  const name = fileName === undefined ? '[attachment]' : `[attachment: ${oneLine(fileName)}]`
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

const thought = /[ \t]?<antThinking>[\s\S]*?(?:<\/antThinking>|$)/g
const artifact = /[ \t]?<antArtifact\b([^>]{0,1000})>([\s\S]*?)(?:<\/antArtifact>|$)/g

/** A text of Claude as its page shows it. */
function claudeProse(text: string, counts: Counts): string {
  if (!text.includes('<ant')) return text
  const thoughts = text.match(thought)?.length ?? 0
  if (thoughts > 0) counts.skip('reasoning', thoughts)
  return text
    .replaceAll(thought, '')
    .replaceAll(artifact, (_, attributes: string, content: string) => {
      const document = writtenDocument('artifact', {
        title: attribute(attributes, 'title'),
        type: attribute(attributes, 'type'),
        content,
      })
      return `\n\n${document}\n\n`
    })
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(String.raw`\b${name}="([^"]*)"`).exec(attributes)?.[1]
}
