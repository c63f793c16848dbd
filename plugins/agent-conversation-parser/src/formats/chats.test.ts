import { expect, test } from 'vitest'
import { extract, turnsOf } from '../__fixtures__/extract.ts'
import { claudeRecord, file, json, telegramChat } from '../__fixtures__/samples.ts'

async function spoken(input: Parameters<typeof extract>[0]): Promise<readonly string[]> {
  const { documents } = await extract(input)
  return documents.flatMap(turnsOf).map(({ speaker, text }) => `${speaker}: ${text}`)
}

test('ChatGPT: code, pictures, unknown parts, tools and thoughts', async () => {
  const node = (id: string, parent: string | null, message: object) =>
    [id, { id, parent, children: [], message }] as const
  const mapping = Object.fromEntries([
    node('a', null, {
      author: { role: 'user' },
      content: { content_type: 'multimodal_text', parts: [{ content_type: 'image_asset_pointer' }, 'look'] },
    }),
    node('b', 'a', {
      author: { role: 'assistant' },
      recipient: 'browser',
      content: { content_type: 'code', text: 'search()' },
    }),
    node('c', 'b', { author: { role: 'tool' }, content: { content_type: 'execution_output', text: 'result' } }),
    node('d', 'c', {
      author: { role: 'assistant' },
      content: { content_type: 'thoughts', thoughts: [{ content: 'hm' }], parts: ['hm'] },
    }),
    node('e', 'd', {
      author: { role: 'tool', name: 'dalle' },
      content: { content_type: 'multimodal_text', parts: [{ content_type: 'image_asset_pointer' }] },
    }),
    node('f', 'e', {
      author: { role: 'assistant' },
      content: { content_type: 'text', parts: ['see\ue200cite\ue202t0\ue201 this', { content_type: 'hologram' }] },
    }),
  ])
  const { documents, findings } = await extract(json([{ title: null, mapping, current_node: 'f' }]))
  expect(documents.flatMap(turnsOf)).toEqual([
    { speaker: 'User', text: '[image]\n\nlook' },
    { speaker: 'ChatGPT', text: '[image]' },
    { speaker: 'ChatGPT', text: 'see this\n\n[hologram]' },
  ])
  expect(documents[0]?.title).toBe('image look')
  expect(findings.map(({ message }) => message)).toContain('Left out, by reason: 1 reasoning, 2 tool.')
  expect(findings.map(({ message }) => message).join(' ')).toContain('1 hologram')
})

test('ChatGPT: a circle of parents ends', async () => {
  const message = { author: { role: 'user' }, content: { parts: ['round'] } }
  const mapping = { a: { parent: 'b', children: [], message }, b: { parent: 'a', children: [], message } }
  expect(await spoken(json([{ mapping, current_node: 'a' }]))).toEqual(['User: round', 'User: round'])
})

test('Claude: the leaf that was shown decides, attachments stay, and old exports are one line of messages', async () => {
  const said = [
    { speaker: 'User', text: 'one' },
    { speaker: 'Claude', text: 'two' },
  ]
  const shown = { ...claudeRecord(said), current_leaf_message_uuid: 'other' }
  expect(await spoken(json(shown))).toEqual(['User: unwanted root'])
  const old = {
    uuid: 'o',
    name: 'Old',
    chat_messages: [
      {
        uuid: '1',
        sender: 'human',
        text: 'read it',
        attachments: [{ file_name: 'a.txt', extracted_content: 'inside ``` it' }],
        files: [{ file_name: 'b.png' }],
      },
      {
        uuid: '2',
        sender: 'assistant',
        text: '',
        content: [
          { type: 'text', text: 'done' },
          { type: 'voice_note', text: 'spoken' },
        ],
      },
    ],
  }
  expect(await spoken(json([old]))).toEqual([
    'User: read it\n\n[attachment: a.txt]\n\n````\ninside ``` it\n````\n\n[file: b.png]',
    'Claude: done\n\n[voice_note]\n\nspoken',
  ])
})

test('Telegram: all chats, deleted accounts, links, code, media', async () => {
  const base = { type: 'message', date_unixtime: '1700000000', from: null, from_id: 'user1' }
  const messages = [
    {
      ...base,
      id: 1,
      text: [
        'see ',
        { type: 'text_link', text: 'this', href: 'https://a.example/' },
        { type: 'link', text: ' javascript:x' },
      ],
    },
    { ...base, id: 2, from: 'Ann', text: [{ type: 'pre', text: 'a < b' }], forwarded_from: 'Bo' },
    { ...base, id: 3, from: 'Ann', text: '', media_type: 'voice_message', file: '(not included)' },
  ]
  const all = {
    chats: {
      list: [
        { name: null, type: 'saved_messages', id: 5, messages },
        telegramChat([{ speaker: 'Bo', text: 'hi there' }]),
      ],
    },
  }
  const { documents } = await extract(json(all))
  expect(documents.map(({ id, title }) => [id, title])).toEqual([
    ['5', 'Saved messages'],
    ['4242', 'Friends'],
  ])
  expect(await spoken(json(all))).toEqual([
    'Deleted account: see [this](https://a.example/) javascript:x',
    'Ann: [forwarded from Bo]\n\n```\na < b\n```',
    'Ann: [voice_message]',
    'Bo: hi there',
  ])
})

test('Slack: replies behind what they answer, names, links, groups and entities', async () => {
  const message = (ts: string, text: string, more: object = {}) => ({ type: 'message', user: 'U1', ts, text, ...more })
  const profile = { user_profile: { real_name: 'Ann' } }
  const day = [
    message('1700000003.000100', 'later'),
    message('1700000001.000100', 'ask <@U1> &amp; <!here> in <#C1|general>', profile),
    message('1700000004.000200', 'reply <https://a.example/?a=1&amp;b=2|site> &lt;b&gt;', {
      thread_ts: '1700000001.000100',
    }),
    {
      type: 'message',
      ts: '1700000005.000100',
      subtype: 'bot_message',
      username: 'Robot',
      text: '',
      attachments: [{ fallback: 'beep' }],
    },
    message('1700000006.000100', 'joined', { subtype: 'channel_join' }),
  ]
  expect(await spoken(json(day))).toEqual([
    'Ann: ask @Ann & @here in #general',
    String.raw`Ann: reply [site](https://a.example/?a=1&b=2) \<b>`,
    'Ann: later',
    'Robot: beep',
  ])
})

test('Gemini: a pause begins another conversation, zones that nobody knows give no time', async () => {
  const record = (title: string, time: string) => ({ header: 'Gemini Apps', title, time, products: ['Gemini Apps'] })
  const { documents, findings } = await extract(
    json([
      record('Prompted c', '2025-01-05T14:00:00Z'),
      record('Prompted b', '2025-01-05T12:20:00Z'),
      record('Prompted with: a', '2025-01-05T12:00:00Z'),
    ]),
  )
  expect(documents.map((document) => turnsOf(document).map(({ text }) => text))).toEqual([['a', 'b'], ['c']])
  expect(findings.map(({ code }) => code)).toContain('CONVERSATION_GROUPED')
  const cell = (time: string, text: string) =>
    `<div class="outer-cell"><p class="mdl-typography--title">Gemini Apps</p><div class="content-cell body-1">Prompted ${text}<br>${time}<br><ol><li>one</li><li>two <a href="https://a.example/">x</a></li></ol></div><div class="content-cell"></div></div>`
  const page = file(
    'text/html',
    'a.html',
    `<html>${cell('05.01.2025, 15:04:05 MEZ', 'zwei')}${cell('Jan 5, 2025, 3:04:05 PM IST', 'eins')}</html>`,
  )
  const html = await extract(page)
  expect(html.documents.flatMap(({ blocks }) => blocks.map(({ at }) => at))).toEqual([
    undefined,
    undefined,
    '2025-01-05T14:04:05Z',
    '2025-01-05T14:04:05Z',
  ])
  expect(html.documents[0] && turnsOf(html.documents[0])[1]?.text).toBe('1. one\n2. two [x](https://a.example/)')
  expect(html.findings.map(({ code }) => code)).toContain('CONVERSATION_TIME_UNKNOWN')
})
