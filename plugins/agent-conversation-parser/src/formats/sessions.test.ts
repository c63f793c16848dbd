import { expect, test } from 'vitest'
import { extract, turnsOf } from '../__fixtures__/extract.ts'
import { file, json } from '../__fixtures__/samples.ts'
import { accepts } from '../accepts.ts'

async function spoken(input: Parameters<typeof extract>[0]): Promise<readonly string[]> {
  const { documents } = await extract(input)
  return documents.flatMap(turnsOf).map(({ speaker, text }) => `${speaker}: ${text}`)
}

test('Claude Code: results of tools and commands are nobody’s words, an answer of several lines is one turn', async () => {
  const line = (uuid: string, parentUuid: string | null, type: string, content: unknown, more: object = {}) =>
    JSON.stringify({
      type,
      uuid,
      parentUuid,
      sessionId: 's',
      timestamp: '2026-01-02T03:04:05.678Z',
      message: { id: 'm1', content },
      ...more,
    })
  const lines = [
    line('1', null, 'user', '<command-name>/clear</command-name>'),
    line('2', '1', 'user', 'Caveat', { isMeta: true }),
    line('3', '2', 'user', 'please look'),
    line('4', '3', 'assistant', [{ type: 'text', text: 'I look.' }]),
    line('5', '4', 'assistant', [{ type: 'tool_use', name: 'read' }]),
    line('6', '5', 'user', [{ type: 'tool_result', content: 'secret of a tool' }]),
    line('7', '6', 'assistant', [{ type: 'text', text: 'Done.' }]),
    '{"broken',
  ]
  const input = file('application/x-ndjson', 's.jsonl', lines.join('\n'))
  expect(await spoken(input)).toEqual(['User: please look', 'Claude: I look.\n\nDone.'])
  const { findings } = await extract(input)
  expect(findings.map(({ message }) => message)).toContain(
    'Left out, by reason: 1 command, 1 meta, 2 tool, 1 unreadable line.',
  )
})

test('Codex: only the log of events is there, or the older form', async () => {
  const meta = { timestamp: '2026-01-02T03:04:05Z', type: 'session_meta', payload: { id: 'x' } }
  const event = (type: string, message: string) => ({
    timestamp: '2026-01-02T03:04:05Z',
    type: 'event_msg',
    payload: { type, message },
  })
  const lines = [meta, event('user_message', 'hi'), event('agent_message', 'hello')]
  const input = (list: readonly unknown[]) =>
    file('application/x-ndjson', 'r.jsonl', list.map((line) => JSON.stringify(line)).join('\n'))
  expect(await spoken(input(lines))).toEqual(['User: hi', 'Codex: hello'])
  const old = [
    { id: 'x', timestamp: '2025-01-02T03:04:05Z', instructions: null },
    { record_type: 'state' },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hello' }] },
  ]
  expect(await spoken(input(old))).toEqual(['User: hi', 'Codex: hello'])
})

test('Claude Code: what a person wrote, and nothing that the program put around it', async () => {
  let last: string | null = null
  const line = (type: string, message: object | undefined, more: object = {}) => {
    const uuid = `after ${last}`
    const written = { type, uuid, parentUuid: last, sessionId: 's', isSidechain: false, userType: 'external', ...more }
    last = uuid
    return { ...written, timestamp: '2026-09-02T03:04:05.678Z', ...(message === undefined ? {} : { message }) }
  }
  const user = (content: unknown, more: object = {}) => line('user', { role: 'user', content }, more)
  const claude = (id: string, ...content: readonly object[]) =>
    line('assistant', { role: 'assistant', model: 'claude-x', id, content })
  const text = (said: string) => ({ type: 'text', text: said })
  const queued = (prompt: unknown, more: object = {}) =>
    line('attachment', undefined, { attachment: { type: 'queued_command', commandMode: 'prompt', prompt, ...more } })
  const lines = [
    { type: 'queue-operation', operation: 'enqueue', content: 'unwanted', sessionId: 's', timestamp: 'x' },
    { type: 'permission-mode', permissionMode: 'plan', sessionId: 's' },
    user([
      text('<ide_opened_file>unwanted file</ide_opened_file>'),
      text('<system-reminder>\nunwanted\n</system-reminder>'),
      text('what is a neap tide'),
    ]),
    claude('m1', { type: 'thinking', thinking: 'unwanted' }, text('A weak one.')),
    user('shorter\n<system-reminder>unwanted</system-reminder>'),
    claude('m2', text('Weak.')),
    user(
      '<command-message>tide</command-message>\n<command-name>/tide</command-name>\n<command-args>at Porto</command-args>',
    ),
    user([text('unwanted expansion')], { isMeta: true }),
    claude('m3', text('I look.'), { type: 'tool_use', name: 'Bash', input: { command: 'unwanted' } }),
    queued('also for Lisbon'),
    queued([text('and Faro'), { type: 'image' }], { origin: { kind: 'human' } }),
    queued('<task-notification>unwanted</task-notification>', { commandMode: 'task-notification' }),
    queued('unwanted', { origin: { kind: 'peer' } }),
    user([{ type: 'tool_result', content: 'unwanted', is_error: false }]),
    claude('m4', text('All three.')),
    claude('m4', {
      type: 'tool_use',
      name: 'AskUserQuestion',
      input: {
        questions: [{ question: 'Which day?', header: 'Day', options: [{ label: 'Monday' }, { label: 'Sunday' }] }],
      },
    }),
    user([{ type: 'tool_result', content: 'User has answered your questions: unwanted' }], {
      toolUseResult: { questions: [], answers: { 'Which day?': 'Sunday' } },
    }),
    claude('m5', { type: 'tool_use', name: 'ExitPlanMode', input: { plan: 'Row at dawn.' } }),
    user([
      {
        type: 'tool_result',
        is_error: true,
        content:
          "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nat noon",
      },
    ]),
    user([text('[Request interrupted by user for tool use]')]),
    user('<bash-input>unwanted</bash-input>'),
    user('<bash-stdout>unwanted</bash-stdout><bash-stderr></bash-stderr>'),
    line('assistant', { role: 'assistant', model: '<synthetic>', content: [text('unwanted error')] }),
    line('system', undefined, { subtype: 'turn_duration', content: 'unwanted' }),
    { type: 'ai-title', aiTitle: 'Made up', sessionId: 's' },
    { type: 'custom-title', customTitle: 'Tides', sessionId: 's' },
  ]
  const input = file('application/x-ndjson', 's.jsonl', lines.map((item) => JSON.stringify(item)).join('\n'))
  expect(accepts(input)).toBe(true)
  const { documents } = await extract(input)
  expect(documents.map(({ title }) => title)).toEqual(['Tides'])
  expect(await spoken(input)).toEqual([
    'User: what is a neap tide',
    'Claude: A weak one.',
    'User: shorter',
    'Claude: Weak.',
    'User: /tide at Porto',
    'Claude: I look.',
    'User: also for Lisbon',
    'User: and Faro\n\n[image]',
    'Claude: All three.\n\nWhich day?\n- Monday\n- Sunday',
    'User: Sunday',
    'Claude: Row at dawn.',
    'User: at noon',
  ])
})

test('Codex: turns that were taken back, and what editors write around a request', async () => {
  const line = (type: string, payload: object) => ({ timestamp: '2026-09-02T03:04:05Z', type, payload })
  const message = (role: string, ...texts: readonly string[]) =>
    line('response_item', {
      type: 'message',
      role,
      content: texts.map((text) => ({ type: role === 'assistant' ? 'output_text' : 'input_text', text })),
    })
  const lines = [
    line('session_meta', { id: 'x', cwd: '/home/me', history_mode: 'legacy', base_instructions: { text: 'unwanted' } }),
    message('developer', 'unwanted'),
    message(
      'user',
      '# AGENTS.md instructions for /home/me\nunwanted',
      '<environment_context>unwanted</environment_context>',
    ),
    line('world_state', { full: true, state: {} }),
    message(
      'user',
      '# Context from my IDE setup:\n\n## Open tabs:\n- unwanted.ts\n\n## My request for Codex:\nfind the leak',
    ),
    line('event_msg', { type: 'user_message', message: 'find the leak', images: [] }),
    message('assistant', 'In the hull.'),
    message('user', 'unwanted question'),
    message('assistant', 'unwanted answer'),
    line('event_msg', { type: 'thread_rolled_back', num_turns: 1 }),
    message('user', '<image name=[Image #1]>', '</image>', 'mend it'),
    line('response_item', { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'c' }),
    line('response_item', { type: 'function_call_output', call_id: 'c', output: 'unwanted' }),
    message('assistant', 'Mended.'),
    message('user', '<turn_aborted>unwanted</turn_aborted>'),
  ]
  const input = (list: readonly unknown[]) =>
    file('application/x-ndjson', 'r.jsonl', list.map((item) => JSON.stringify(item)).join('\n'))
  expect(await spoken(input(lines))).toEqual([
    'User: find the leak',
    'Codex: In the hull.',
    'User: mend it',
    'Codex: Mended.',
  ])
  const item = (type: string, text: string) =>
    line('event_msg', { type: 'item_completed', item: { type, content: [{ type: 'text', text }] } })
  expect(await spoken(input([lines[0], item('UserMessage', 'hi'), item('AgentMessage', 'hello')]))).toEqual([
    'User: hi',
    'Codex: hello',
  ])
})

test('Codex: old sessions are mostly tools, and the first were one object', async () => {
  const message = (role: string, text: string) => ({
    type: 'message',
    id: null,
    role,
    content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
  })
  const tools = Array.from({ length: 8 }, (_, index) => [
    {
      type: 'reasoning',
      id: `r${index}`,
      summary: [{ type: 'summary_text', text: 'unwanted' }],
      encrypted_content: 'x',
    },
    { type: 'function_call', name: 'shell', arguments: '{}', call_id: `c${index}` },
    { type: 'function_call_output', call_id: `c${index}`, output: 'unwanted' },
  ]).flat()
  const items = [message('user', 'count the boats'), ...tools, message('assistant', 'Nine.')]
  const meta = { id: 'x', timestamp: '2025-06-02T03:04:05.678Z', instructions: null }
  const lines = [{ ...meta, git: {} }, { record_type: 'state' }, ...items, { record_type: 'state' }]
  const old = file('application/x-ndjson', 'r.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))
  for (const input of [old, json({ session: meta, items })]) {
    expect(accepts(input)).toBe(true)
    const { documents } = await extract(input)
    expect(documents.map(({ id, conversation }) => [id, conversation?.format])).toEqual([['x', 'codex']])
    expect(await spoken(input)).toEqual(['User: count the boats', 'Codex: Nine.'])
  }
  expect(await spoken(json(items))).toEqual(['User: count the boats', 'Assistant: Nine.'])
})

test('captions: rolling lines once, names in capitals, speech without names', async () => {
  const cue = (at: number, ...lines: readonly string[]) =>
    `00:00:0${at}.000 --> 00:00:0${at + 1}.000\n${lines.join('\n')}`
  const rolling = [
    'WEBVTT - Tides',
    cue(1, 'the <c>sea</c>'),
    cue(2, 'the sea', 'comes and'),
    cue(3, 'comes and', 'goes'),
  ].join('\n\n')
  expect(await spoken(file('text/vtt', 'a.vtt', rolling))).toEqual(['Speaker: the sea comes and goes'])
  const named = ['WEBVTT', cue(1, 'ANN: No.'), cue(2, 'BO LEE: No.'), cue(3, 'Never.')].join('\n\n')
  expect(await spoken(file('text/vtt', 'a.vtt', named))).toEqual(['ANN: No.', 'BO LEE: No. Never.'])
})

test('generic: other names of the same, and text in blocks', async () => {
  expect(
    await spoken(
      json({
        conversations: [
          { from: 'human', value: 'hi' },
          { from: 'gpt', value: 'hello' },
        ],
      }),
    ),
  ).toEqual(['User: hi', 'Assistant: hello'])
  const blocks = [
    { role: 'user', content: [{ type: 'text', text: 'see' }, { type: 'image_url' }] },
    { role: 'model', parts: [{ text: 'seen' }] },
  ]
  expect(await spoken(json(blocks))).toEqual(['User: see\n\n[image_url]', 'Assistant: seen'])
})
