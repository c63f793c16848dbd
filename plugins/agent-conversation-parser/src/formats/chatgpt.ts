import { jsonOf } from '@datacortex/platform'
import type { Conversation, Turn } from '../conversation.ts'
import { type Fields, fieldsOf, idOf, listOf, objectsOf, textOf } from '../fields.ts'
import { type Format, type ReadOptions, readEach } from '../format.ts'
import { instant } from '../instant.ts'
import type { Counts } from '../counts.ts'
import { messageText } from './chatgpt-content.ts'
import { branchTo } from './newest-branch.ts'
import { writtenDocument } from './written-document.ts'

/** OpenAI's export: a tree of messages for each conversation, of which one branch was shown last. */
export const chatgpt: Format = { name: 'chatgpt', weight: 1, matches, read: readEach(matches, readConversation) }

function matches(record: Fields): boolean {
  const mapping = fieldsOf(record['mapping'])
  if (mapping === undefined) return false
  const [node] = Object.values(mapping)
  return node === undefined || fieldsOf(node)?.['message'] !== undefined || fieldsOf(node)?.['children'] !== undefined
}

function readConversation(record: Fields, { counts }: ReadOptions): Conversation {
  const branch = activeBranch(record)
  const turns = branch.flatMap((message) => turnOf(message, counts))
  const models = branch.map((message) => textOf(fieldsOf(message['metadata'])?.['model_slug']))
  const model = models.findLast((slug) => slug !== undefined) ?? textOf(record['default_model_slug'])
  const id = idOf(record['conversation_id']) ?? idOf(record['id'])
  const isOpenAi = !branch.some((message) => message['fragments'] !== undefined)
  return {
    id,
    title: textOf(record['title']),
    startedAt:
      instant(record['create_time']) ??
      instant(record['inserted_at']) ??
      turns.flatMap(({ at }) => at ?? []).toSorted()[0] ??
      instant(record['update_time']),
    url: isOpenAi && id !== undefined ? `https://chatgpt.com/c/${encodeURIComponent(id)}` : undefined,
    description: model === undefined ? undefined : `Conversation with ${model}`,
    named: false,
    turns,
  }
}

/** From the node that was shown last to the root: every other child is an answer that was given up. */
function activeBranch(record: Fields): readonly Fields[] {
  const nodes = new Map(Object.entries(fieldsOf(record['mapping']) ?? {}).map(([id, node]) => [id, fieldsOf(node)]))
  const current = idOf(record['current_node'])
  const shown = current !== undefined && nodes.has(current) ? current : newestNode(nodes)
  const branch = branchTo(shown, (id) => idOf(nodes.get(id)?.['parent']))
  return objectsOf(branch.map((id) => nodes.get(id)?.['message']))
}

function newestNode(nodes: ReadonlyMap<string, Fields | undefined>): string | undefined {
  let newest: { readonly id: string; readonly at: string } | undefined
  for (const [id, node] of nodes) {
    const message = fieldsOf(node?.['message'])
    const at = instant(message?.['create_time']) ?? instant(message?.['inserted_at']) ?? ''
    if (message !== undefined && (newest === undefined || at >= newest.at)) newest = { id, at }
  }
  return newest?.id
}

function turnOf(message: Fields, counts: Counts): readonly Turn[] {
  if (message['fragments'] !== undefined) return fragmentTurns(message, counts)
  const role = textOf(fieldsOf(message['author'])?.['role']) ?? 'unknown'
  const hasImage = listOf(fieldsOf(message['content'])?.['parts']).some((part) => typeof part === 'object')
  const reason = reasonToSkip(message, { role, hasImage })
  if (reason !== undefined) {
    const canvas = reason === 'tool' && role === 'assistant' ? canvasText(message) : undefined
    if (canvas !== undefined) return [{ speaker: 'ChatGPT', at: instant(message['create_time']), text: canvas }]
    // Every conversation begins with empty nodes of the system: nobody misses these.
    if (messageText(message).trim() !== '') counts.skip(reason)
    return []
  }
  const text = messageText(message, counts).trim()
  if (text === '') return []
  return [{ speaker: role === 'user' ? 'User' : 'ChatGPT', at: instant(message['create_time']), text }]
}

function reasonToSkip(message: Fields, { role, hasImage }: { role: string; hasImage: boolean }): string | undefined {
  const type = textOf(fieldsOf(message['content'])?.['content_type']) ?? 'text'
  const recipient = textOf(message['recipient']) ?? 'all'
  if (type === 'user_editable_context' || type === 'model_editable_context') return 'profile of the user'
  if (fieldsOf(message['metadata'])?.['is_visually_hidden_from_conversation'] === true) return 'hidden'
  if (role === 'system') return 'system'
  if (message['channel'] === 'analysis' || type === 'thoughts' || type === 'reasoning_recap') return 'reasoning'
  if (recipient !== 'all') return 'tool'
  // Pictures come from a tool and are part of the answer.
  if (role === 'tool') return type === 'multimodal_text' && hasImage ? undefined : 'tool'
  return role === 'user' || role === 'assistant' ? undefined : `role ${role}`
}

/** DeepSeek keeps OpenAI's tree and has pieces of its own in it. */
function fragmentTurns(message: Fields, counts: Counts): readonly Turn[] {
  return objectsOf(message['fragments']).flatMap((fragment) => {
    const text = textOf(fragment['content'])
    const type = textOf(fragment['type']) ?? 'untyped'
    if (text === undefined) return []
    const speaker = { REQUEST: 'User', RESPONSE: 'DeepSeek' }[type]
    if (speaker === undefined) counts.skip(type === 'THINK' ? 'reasoning' : `fragment ${type.toLowerCase()}`)
    return speaker === undefined ? [] : [{ speaker, at: instant(message['inserted_at']), text: text.trim() }]
  })
}

/** The document that a call to the canvas holds: all of a new one, or of one that was written anew. */
function canvasText(message: Fields): string | undefined {
  const content = fieldsOf(message['content'])
  const recipient = textOf(message['recipient'])
  const call = textOf(content?.['text']) ?? listOf(content?.['parts']).map(textOf)[0]
  if (call === undefined || recipient?.startsWith('canmore.') !== true) return undefined
  const fields = fieldsOf(jsonOf(call))
  const whole = objectsOf(fields?.['updates']).findLast((update) => update['pattern'] === '.*')
  const written = textOf(whole?.['replacement']) ?? textOf(fields?.['content'])
  if (written === undefined || recipient.includes('comment')) return undefined
  return writtenDocument('canvas', {
    title: textOf(fields?.['name']),
    type: textOf(fields?.['type']),
    content: written,
  })
}
