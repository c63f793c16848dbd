import type { Turn } from '../conversation.ts'
import { type Fields, fieldsOf, idOf, objectsOf, textOf } from '../fields.ts'
import type { Format } from '../format.ts'
import { instant } from '../instant.ts'
import type { Counts } from '../counts.ts'

export const codex: Format = {
  name: 'codex',
  weight: 0.95,
  matches: isLine,
  async read(records, { counts, header }) {
    // The first versions wrote one object with the session and a list of items.
    let meta = fieldsOf(header?.['session'])
    let startedAt = instant(meta?.['timestamp'])
    const items: Turn[] = []
    const events: Turn[] = []
    for await (const record of records) {
      const line = fieldsOf(record) ?? {}
      const payload = fieldsOf(line['payload']) ?? line
      if (line['type'] === 'session_meta' || (meta === undefined && isOldMeta(line))) meta ??= payload
      startedAt ??= instant(line['timestamp'])
      if (line['type'] !== 'event_msg') items.push(...itemTurn(payload, { at: line['timestamp'], counts }))
      else if (payload['type'] === 'thread_rolled_back')
        undo(Number(payload['num_turns']), { logs: [items, events], counts })
      else events.push(...eventTurn(payload, line['timestamp']))
    }
    const turns = items.some(({ speaker }) => speaker === 'User') || events.length === 0 ? items : events
    const folder = textOf(meta?.['cwd'])
    const description = folder === undefined ? undefined : `Session in ${folder}`
    // Other programs write the same items, without a session around them.
    const isOther = (turn: Turn): boolean => meta === undefined && turn.speaker === 'Codex'
    const named = turns.map((turn) => (isOther(turn) ? { ...turn, speaker: 'Assistant' } : turn))
    return [{ id: idOf(meta?.['id']), startedAt, description, named: false, turns: named }]
  },
}

const types =
  /^(?:session_meta|response_item|event_msg|turn_context|compacted|world_state|inter_agent_communication(?:_metadata)?)$/

function isLine(record: Fields): boolean {
  if (fieldsOf(record['payload']) !== undefined) return types.test(String(record['type'])) && 'timestamp' in record
  return isOldMeta(record) || record['record_type'] === 'state' || isOldItem(record)
}

/** Before there were payloads, the first line was the session and the others were the items. */
function isOldMeta(record: Fields): boolean {
  return 'id' in record && 'timestamp' in record && 'instructions' in record
}

function isOldItem(record: Fields): boolean {
  const type = textOf(record['type']) ?? ''
  if (type === 'message')
    return objectsOf(record['content']).some((block) => /^(?:in|out)put_text$/.test(String(block['type'])))
  return type === 'reasoning'
    ? Array.isArray(record['summary'])
    : /_call(?:_output)?$/.test(type) && 'call_id' in record
}

/** Takes back the last turns of a person and all that came of them. */
function undo(count: number, { logs, counts }: { logs: readonly Turn[][]; counts: Counts }): void {
  if (!(count > 0)) return
  counts.skip('undone turn', count)
  for (const log of logs)
    for (let left = count; left > 0; left -= 1) {
      const start = log.findLastIndex(({ speaker }) => speaker === 'User')
      if (start === -1) break
      log.length = start
    }
}

function itemTurn(item: Fields, { at, counts }: { at: unknown; counts: Counts }): readonly Turn[] {
  const type = textOf(item['type']) ?? ''
  if (/(?:call|output)$/.test(type)) counts.skip('tool')
  if (type === 'reasoning') counts.skip('reasoning')
  if (type !== 'message') return []
  const role = textOf(item['role'])
  const blocks = objectsOf(item['content']).flatMap((block) => blockText(block, counts))
  if (blocks.every((text) => text.trim() === '')) return []
  if (role !== 'user' && role !== 'assistant') return counts.skip('system')
  const said = role === 'user' ? blocks.flatMap((text) => requestIn(text) ?? []) : blocks
  const text = said.join('\n\n').trim()
  if (text === '') return counts.skip('context')
  return [{ speaker: role === 'user' ? 'User' : 'Codex', at: instant(at), text }]
}

function blockText(block: Fields, counts: Counts): readonly string[] {
  const type = textOf(block['type']) ?? 'untyped'
  const text = textOf(block['text'])
  if (text !== undefined) return [text]
  if (type === 'input_image') return ['[image]']
  if (type === 'input_text' || type === 'output_text') return []
  return [counts.unknownBlock(type)]
}

const speakers: Readonly<Record<string, string>> = {
  user_message: 'User',
  agent_message: 'Codex',
  UserMessage: 'User',
  AgentMessage: 'Codex',
}

/** Newer versions may write a finished item instead of a message. */
function eventTurn(payload: Fields, at: unknown): readonly Turn[] {
  const item = payload['type'] === 'item_completed' ? (fieldsOf(payload['item']) ?? {}) : payload
  const speaker = speakers[textOf(item['type']) ?? '']
  const parts = objectsOf(item['content']).flatMap((part) => textOf(part['text']) ?? [])
  const said = textOf(item['message']) ?? parts.join('\n\n')
  const text = (speaker === 'User' ? requestIn(said) : said)?.trim() ?? ''
  return speaker === undefined || text === '' ? [] : [{ speaker, at: instant(at), text }]
}

/** The program speaks in the user's name to say where it runs. */
const context =
  /^\s*(?:<(?:environment_context|user_instructions|permissions|INSTRUCTIONS|turn_aborted|skill|skills_instructions|collaboration_mode|multi_agent_mode|apps_instructions|plugins_instructions|user_shell_command|subagent_notification|model_switch)\b|# AGENTS\.md instructions|You are `\/root`, the primary agent)/

const picture = /<image(?: name=[^>]{0,200})?>|<\/image>/g

const beforeRequest = /^\s*# (?:Context from my IDE setup|Files mentioned by the user):/

/** What a person asked for, without what Codex and the editors around it write into the same message. */
function requestIn(text: string): string | undefined {
  if (context.test(text)) return undefined
  const mark = '## My request for Codex:'
  const at = beforeRequest.test(text) ? text.indexOf(mark) : text.startsWith(mark) ? 0 : -1
  const request = (at === -1 ? text : text.slice(at + mark.length)).replaceAll(picture, '')
  return request.trim() === '' ? undefined : request
}
