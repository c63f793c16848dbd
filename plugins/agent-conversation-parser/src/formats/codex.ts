import type { Turn } from '../conversation.ts'
import type { Fields } from '../fields.ts'
import { fieldsOf, idOf, objectsOf, textOf } from '../fields.ts'
import type { Format } from '../format.ts'
import { instant } from '../instant.ts'
import type { Tally } from '../tally.ts'

/**
 * Sessions of Codex. A file holds two logs of the same things; one of them is read, or everything would stand there
 * twice.
 */
export const codex: Format = {
  name: 'codex',
  weight: 0.95,
  matches: isLine,
  async read(records, { tally, signal }) {
    let meta: Fields | undefined
    let startedAt: string | undefined
    const items: Turn[] = []
    const events: Turn[] = []
    for await (const record of records) {
      signal.throwIfAborted()
      const line = fieldsOf(record) ?? {}
      const payload = fieldsOf(line['payload']) ?? line
      if (line['type'] === 'session_meta' || (meta === undefined && isOldMeta(line))) meta ??= payload
      startedAt ??= instant(line['timestamp'])
      if (line['type'] === 'event_msg') events.push(...eventTurn(payload, line['timestamp']))
      else items.push(...itemTurn(payload, { at: line['timestamp'], tally }))
    }
    const turns = items.some(({ speaker }) => speaker === 'User') || events.length === 0 ? items : events
    const folder = textOf(meta?.['cwd'])
    const description = folder === undefined ? undefined : `Session in ${folder}`
    return [{ id: idOf(meta?.['id']), startedAt, description, named: false, turns }]
  },
}

const types = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted', 'world_state'])

function isLine(record: Fields): boolean {
  if (fieldsOf(record['payload']) !== undefined) return types.has(String(record['type'])) && 'timestamp' in record
  return isOldMeta(record) || record['record_type'] === 'state'
}

/** Before there were payloads, the first line was the session and the others were the items. */
function isOldMeta(record: Fields): boolean {
  return 'id' in record && 'timestamp' in record && 'instructions' in record
}

function itemTurn(item: Fields, { at, tally }: { readonly at: unknown; readonly tally: Tally }): readonly Turn[] {
  const type = textOf(item['type']) ?? ''
  if (/(?:call|output)$/.test(type)) tally.skip('tool')
  if (type === 'reasoning') tally.skip('reasoning')
  if (type !== 'message') return []
  const role = textOf(item['role'])
  const text = objectsOf(item['content'])
    .flatMap((block) => blockText(block, tally))
    .join('\n\n')
  if (text.trim() === '') return []
  if (role !== 'user' && role !== 'assistant') {
    tally.skip('system')
    return []
  }
  if (role === 'user' && context.test(text)) {
    tally.skip('context')
    return []
  }
  return [{ speaker: role === 'user' ? 'User' : 'Codex', at: instant(at), text: text.trim() }]
}

/** The program speaks in the user's name to say where it runs. */
const context =
  /^\s*(?:<(?:environment_context|user_instructions|permissions|INSTRUCTIONS|turn_aborted|skill|collaboration_mode|apps_instructions)\b|# AGENTS\.md instructions)/

function blockText(block: Fields, tally: Tally): readonly string[] {
  const type = textOf(block['type']) ?? 'untyped'
  const text = textOf(block['text'])
  if (text !== undefined) return [text]
  if (type === 'input_image') return ['[image]']
  if (type === 'input_text' || type === 'output_text') return []
  tally.unknownBlock(type)
  return [`[${type.replaceAll(/[^\w.-]/g, '')}]`]
}

function eventTurn(payload: Fields, at: unknown): readonly Turn[] {
  const speaker = { user_message: 'User', agent_message: 'Codex' }[textOf(payload['type']) ?? '']
  const text = textOf(payload['message'])
  return speaker === undefined || text === undefined ? [] : [{ speaker, at: instant(at), text: text.trim() }]
}
