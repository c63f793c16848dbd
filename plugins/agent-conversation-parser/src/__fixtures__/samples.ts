import type { SubAgentInput } from '@datacortex/plugin'
import { strToU8, zipSync } from 'fflate'

/** What somebody says in a fixture. */
export type Said = { readonly speaker: string; readonly text: string }

/** An export of one conversation with what has to come out of it. */
export type Sample = { readonly format: string; readonly input: SubAgentInput; readonly turns: readonly Said[] }

/** Ways to write the same conversation; each adds the traps of its format. */
export const encoders: Readonly<Record<string, (turns: readonly Said[]) => Sample>> = {
  chatgpt: (turns) => jsonSample('chatgpt', pair(turns, 'ChatGPT'), [chatgptRecord(pair(turns, 'ChatGPT'))]),
  claude: (turns) => jsonSample('claude', pair(turns, 'Claude'), [claudeRecord(pair(turns, 'Claude'))]),
  gemini: (turns) => jsonSample('gemini', pair(turns, 'Gemini'), geminiRecords(pair(turns, 'Gemini'))),
  telegram: (turns) => jsonSample('telegram', turns, telegramChat(turns)),
  slack: slackZip,
  whatsapp: (turns) => whatsapp(oneLined(turns)),
  'claude-code': (turns) => linesSample('claude-code', pair(turns, 'Claude'), claudeCodeLines(pair(turns, 'Claude'))),
  codex: (turns) => linesSample('codex', pair(turns, 'Codex'), codexLines(pair(turns, 'Codex'))),
  generic: (turns) => {
    const said = pair(turns, 'Assistant')
    const messages = said.map(({ speaker, text }) => ({
      role: speaker === 'User' ? 'user' : 'assistant',
      content: text,
    }))
    return jsonSample('generic', said, { messages: [{ role: 'system', content: 'unwanted' }, ...messages] })
  },
  markdown: (turns) => {
    const said = pair(turns, 'Assistant')
    const text = said.map(({ speaker, text: body }) => `## ${speaker}\n\n${body}\n`).join('\n')
    return { format: 'markdown', turns: said, input: file('text/markdown', 'chat.md', text) }
  },
  captions: (turns) => {
    const said = oneLined(turns)
    const cues = said.map(
      ({ speaker, text }, at) => `${clock(at)} --> ${clock(at + 1)}\n<v ${speaker}>${escaped(text)}</v>`,
    )
    return { format: 'captions', turns: said, input: file('text/vtt', 'call.vtt', `WEBVTT\n\n${cues.join('\n\n')}\n`) }
  },
}

/** An input of a text or of bytes. */
export function file(contentType: string, name: string, content: string | Uint8Array): SubAgentInput {
  return { contentType, name, bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content }
}

/** An input of JSON. */
export function json(value: unknown, name = 'export.json'): SubAgentInput {
  return file('application/json', name, JSON.stringify(value))
}

/** A zip of texts and of JSON. */
export function zip(files: Readonly<Record<string, unknown>>): SubAgentInput {
  const entries = Object.entries(files).map(([name, content]) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    return [name, strToU8(text)] as const
  })
  return file('application/zip', 'export.zip', zipSync(Object.fromEntries(entries)))
}

function jsonSample(format: string, turns: readonly Said[], value: unknown): Sample {
  return { format, turns, input: json(value) }
}

function linesSample(format: string, turns: readonly Said[], lines: readonly unknown[]): Sample {
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  return { format, turns, input: file('application/x-ndjson', 'session.jsonl', `${text}\n`) }
}

/** A person and a machine take turns. */
function pair(turns: readonly Said[], machine: string): readonly Said[] {
  return turns.map(({ text }, index) => ({ speaker: index % 2 === 0 ? 'User' : machine, text }))
}

function oneLined(turns: readonly Said[]): readonly Said[] {
  return turns.map(({ speaker, text }) => ({ speaker, text: text.replaceAll(/\s+/g, ' ') }))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const epoch = 1_700_000_000

function iso(at: number): string {
  return new Date((epoch + at * 60) * 1000).toISOString()
}

function clock(at: number): string {
  return `00:${String(at).padStart(2, '0')}:00.000`
}

/** In no order, with an answer that was given up, hidden messages and a null time. */
export function chatgptRecord(turns: readonly Said[]): Record<string, unknown> {
  const nodes = turns.flatMap(({ speaker, text }, index) => {
    const role = speaker === 'User' ? 'user' : 'assistant'
    const node = chatgptNode(`n${index}`, { parent: index === 0 ? 'hidden' : `n${index - 1}`, role, text, index })
    const other = chatgptNode(`x${index}`, {
      parent: `n${index - 1}`,
      role,
      text: 'unwanted regeneration',
      index: index + 50,
    })
    return index === 0 ? [node] : [other, node]
  })
  const mapping = Object.fromEntries(nodes.toReversed())
  mapping['root'] = { id: 'root', parent: null, children: ['hidden'], message: null }
  mapping['hidden'] = {
    id: 'hidden',
    parent: 'root',
    children: [],
    message: {
      author: { role: 'user' },
      create_time: null,
      content: { content_type: 'user_editable_context', user_profile: 'unwanted', parts: ['unwanted profile'] },
      metadata: { is_visually_hidden_from_conversation: true },
    },
  }
  return {
    title: 'About\nmany things',
    create_time: null,
    conversation_id: 'c-1',
    current_node: `n${turns.length - 1}`,
    mapping,
  }
}

function chatgptNode(
  id: string,
  {
    parent,
    role,
    text,
    index,
  }: { readonly parent: string; readonly role: string; readonly text: string; readonly index: number },
): readonly [string, Record<string, unknown>] {
  const time = index === 1 ? null : epoch + index + 0.25
  const content = { content_type: 'text', parts: [text] }
  const message = {
    id,
    author: { role },
    create_time: time,
    content,
    recipient: 'all',
    metadata: { model_slug: 'gpt-9' },
  }
  return [id, { id, parent, children: [], message }]
}

/** A tree with an older branch, and thoughts before each answer. */
export function claudeRecord(turns: readonly Said[]): Record<string, unknown> {
  const message = (uuid: string, parent: string, { speaker, text }: Said, at: number) => ({
    uuid,
    parent_message_uuid: parent,
    text: '',
    sender: speaker === 'User' ? 'human' : 'assistant',
    created_at: iso(at),
    content: [...(speaker === 'User' ? [] : [{ type: 'thinking', thinking: 'unwanted' }]), { type: 'text', text }],
  })
  const root = '00000000-0000-4000-8000-000000000000'
  const main = turns.map((said, index) =>
    message(`m${index}`, index === 0 ? root : `m${index - 1}`, said, index * 2 + 10),
  )
  const other = message('other', root, { speaker: 'User', text: 'unwanted root' }, 1)
  return { uuid: 'k-1', name: '', created_at: iso(0), chat_messages: [other, ...main] }
}

/** Newest first, an event between, answers in HTML and a draft that was not chosen. */
function geminiRecords(turns: readonly Said[]): readonly unknown[] {
  const records = turns.flatMap(({ text }, index) => {
    if (index % 2 === 1) return []
    const answer = turns[index + 1]
    const base = { header: 'Gemini Apps', title: `Prompted ${text}`, time: iso(index), products: ['Gemini Apps'] }
    if (answer === undefined) return [base]
    const html = answer.text
      .split('\n')
      .map((line) => `<p>${escaped(line)}</p>`)
      .join('\n')
    return [{ ...base, safeHtmlItem: [{ html }, { html: '<p>unwanted draft</p>' }] }]
  })
  const event = { header: 'Gemini Apps', title: 'Used an unwanted feature', time: iso(0), products: ['Gemini Apps'] }
  return [...records.toReversed(), event]
}

/** With a service message, a text in pieces, and times that are texts. */
export function telegramChat(turns: readonly Said[]): Record<string, unknown> {
  const messages = turns.map(({ speaker, text }, id) => ({
    id,
    type: 'message',
    date: '2023-11-14T22:13:20',
    date_unixtime: String(epoch + id),
    from: speaker,
    from_id: `user${speaker.length}`,
    text: id % 2 === 0 ? text : [text.slice(0, 3), { type: 'bold', text: text.slice(3) }],
  }))
  const service = {
    id: 99,
    type: 'service',
    date_unixtime: String(epoch),
    actor: 'A',
    actor_id: 'user1',
    action: 'join',
    text: '',
  }
  return { name: 'Friends', type: 'private_group', id: 4242, messages: [service, ...messages] }
}

function slackZip(turns: readonly Said[]): Sample {
  const people = [...new Set(turns.map(({ speaker }) => speaker))]
  const messages = turns.map(({ speaker, text }, index) => ({
    type: 'message',
    user: `U${people.indexOf(speaker)}`,
    text: escaped(text),
    ts: `${epoch + index}.000100`,
  }))
  const join = { type: 'message', subtype: 'channel_join', user: 'U0', text: 'unwanted', ts: `${epoch - 1}.000100` }
  const users = people.map((name, index) => ({
    id: `U${index}`,
    name: 'x',
    profile: { real_name: name, display_name: '' },
  }))
  const half = Math.ceil(messages.length / 2)
  const input = zip({
    'users.json': users,
    'channels.json': [{ id: 'C1', name: 'general' }],
    'integration_logs.json': [],
    'general/2023-11-15.json': messages.slice(half),
    'general/2023-11-14.json': [join, ...messages.slice(0, half)],
  })
  return { format: 'slack', turns, input }
}

function whatsapp(turns: readonly Said[]): Sample {
  const lines = turns.map(({ speaker, text }, index) => `[${13 + (index % 10)}/03/2022, 14:08:18] ${speaker}: ${text}`)
  const first = '[13/03/2022, 14:00:00] Friends: \u200eMessages and calls are end-to-end encrypted.'
  const text = [first, ...lines].join('\r\n')
  return { format: 'whatsapp', turns, input: file('text/plain', 'WhatsApp Chat - Friends/_chat.txt', text) }
}

function claudeCodeLines(turns: readonly Said[]): readonly unknown[] {
  const base = (index: number) => ({
    sessionId: 's-1',
    cwd: '/home/me/project',
    timestamp: iso(index),
    isSidechain: false,
  })
  const lines = turns.map(({ speaker, text }, index) => {
    const isUser = speaker === 'User'
    const content = isUser
      ? text
      : [
          { type: 'thinking', thinking: 'unwanted' },
          { type: 'text', text },
        ]
    return {
      ...base(index),
      type: isUser ? 'user' : 'assistant',
      uuid: `u${index}`,
      parentUuid: index === 0 ? null : `u${index - 1}`,
      message: { role: isUser ? 'user' : 'assistant', id: `msg${index}`, content },
    }
  })
  const side = {
    ...base(0),
    type: 'user',
    uuid: 'side',
    parentUuid: null,
    isSidechain: true,
    message: { role: 'user', content: 'unwanted' },
  }
  const rewound = {
    ...base(0),
    type: 'user',
    uuid: 'old',
    parentUuid: 'u0',
    message: { role: 'user', content: 'unwanted' },
  }
  return [{ type: 'summary', summary: 'A session', leafUuid: 'u1' }, side, rewound, ...lines]
}

function codexLines(turns: readonly Said[]): readonly unknown[] {
  const line = (type: string, payload: unknown, at = 0) => ({ timestamp: iso(at), type, payload })
  const message = (role: string, text: string) => ({
    type: 'message',
    role,
    content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
  })
  const said = turns.flatMap(({ speaker, text }, index) => [
    line('response_item', message(speaker === 'User' ? 'user' : 'assistant', text), index),
    line('event_msg', { type: speaker === 'User' ? 'user_message' : 'agent_message', message: text }, index),
  ])
  return [
    line('session_meta', { id: 'codex-1', cwd: '/home/me', cli_version: '1', originator: 'cli' }),
    line('response_item', message('developer', 'unwanted')),
    line('response_item', message('user', '<environment_context>unwanted</environment_context>')),
    line('response_item', { type: 'reasoning', summary: [{ text: 'unwanted' }] }),
    ...said,
  ]
}
