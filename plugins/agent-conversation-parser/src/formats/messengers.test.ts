import { expect, test } from 'vitest'
import { extract, turnsOf } from '../__fixtures__/extract.ts'
import { file, json, zip } from '../__fixtures__/samples.ts'
import { accepts } from '../accepts.ts'
import { repairedChunks } from '../repaired-json.ts'

async function spoken(input: Parameters<typeof extract>[0]): Promise<readonly string[]> {
  expect(accepts(input)).toBe(true)
  const { documents } = await extract(input)
  return documents.flatMap(turnsOf).map(({ speaker, text }) => `${speaker}: ${text}`)
}

test('Telegram: exports until 2021 have no time of the world and ids that are numbers', async () => {
  const base = { type: 'message', date: '2019-05-06T21:08:18', from: 'Ann', from_id: 4242 }
  const chat = {
    name: 'Rowers',
    type: 'private_group',
    id: 9,
    messages: [
      {
        id: 1,
        type: 'service',
        date: '2019-05-06T21:00:00',
        actor: 'Ann',
        actor_id: 4242,
        action: 'create_group',
        text: '',
      },
      { ...base, id: 2, edited: '2019-05-06T22:00:00', text: ['who ', { type: 'mention', text: '@bo' }, '?'] },
      { ...base, id: 3, from: 'Bo', from_id: 4343, text: 'me' },
    ],
  }
  const input = json(chat, 'rowers-backup.json')
  expect(await spoken(input)).toEqual(['Ann: who @bo?', 'Bo: me'])
  const { documents } = await extract(input)
  expect(documents[0]?.conversation?.format).toBe('telegram')
  expect(documents[0]?.blocks[0]?.at).toBe('2019-05-06')
  expect(documents[0]?.text).toContain('## Ann · 2019-05-06 21:08')
})

test('Telegram: votes, lists, places, contacts, stickers, kinds of text', async () => {
  const base = {
    type: 'message',
    date: '2025-05-06T21:08:18',
    date_unixtime: '1746558498',
    from: 'Ann',
    from_id: 'user1',
  }
  const none = '(File not included. Change data exporting settings to download.)'
  const voters = { voters: 1, chosen: false }
  const said = [
    {
      text: '',
      poll: {
        question: 'Which boat?',
        closed: false,
        answers: [
          { text: 'red', ...voters },
          { text: 'blue', ...voters },
        ],
      },
    },
    {
      text: '',
      todo_list: {
        title: 'Before dawn',
        answers: [
          { text: 'oars', id: 1 },
          { text: 'tea', id: 2 },
        ],
      },
    },
    { text: '', place_name: 'Old quay', address: 'Row 1', location_information: { latitude: 1, longitude: 2 } },
    { text: '', contact_information: { first_name: 'Cy', last_name: '', phone_number: '+000' } },
    { text: '', file: none, thumbnail: none, media_type: 'sticker', sticker_emoji: '👍', width: 5, height: 5 },
    {
      text: [
        { type: 'blockquote', text: 'low water' },
        ' is ',
        { type: 'spoiler', text: 'six' },
        ' ',
        { type: 'custom_emoji', text: '🌊', document_id: none },
      ],
      reactions: [{ type: 'emoji', count: 1, emoji: '👍', recent: [{ from: 'unwanted' }] }],
    },
    { text_entities: [{ type: 'plain', text: 'only pieces' }] },
  ]
  const messages = said.map((more, id) => ({ ...base, id, ...more }))
  const all = {
    about: 'unwanted',
    personal_information: { user_id: 1, first_name: 'Ann' },
    contacts: { about: 'unwanted', list: [{ first_name: 'unwanted', date_unixtime: '1746558498' }] },
    chats: { about: 'unwanted', list: [{ name: 'Rowers', type: 'private_supergroup', id: 9, messages }] },
    left_chats: {
      about: 'unwanted',
      list: [{ name: 'Old', type: 'private_group', id: 8, messages: messages.slice(6) }],
    },
  }
  expect(await spoken(json(all, 'all of it.json'))).toEqual([
    'Ann: [poll] Which boat?\n- red\n- blue',
    'Ann: [list] Before dawn\n- oars\n- tea',
    'Ann: [place] Old quay, Row 1',
    'Ann: [contact: Cy]',
    'Ann: [sticker]',
    'Ann: low water is six 🌊',
    'Ann: only pieces',
    'Ann: only pieces',
  ])
})

test('Telegram: control characters that no JSON knows, pieces in votes, codes to log in', async () => {
  const base = { type: 'message', date_unixtime: '1746558498', from: 'Ann', from_id: 'user1' }
  const plain = (text: string) => [{ type: 'plain', text }]
  const rowers = {
    name: 'Rowers',
    type: 'personal_chat',
    id: 9,
    messages: [
      { ...base, id: 1, text: 'low@@water at C:\\x20' },
      { id: 2, type: 'unsupported' },
      {
        ...base,
        id: 3,
        text: '',
        poll: { question: plain('Tea?'), answers: [{ text: plain('yes') }, { text: 'no' }] },
      },
    ],
  }
  const codes = { type: 'verification_codes', id: 7, messages: [{ ...base, id: 1, text: 'unwanted 55512' }] }
  const text = JSON.stringify({ chats: { list: [rowers, codes] } }).replace('@@', String.raw`\x0B`)
  const input = file('application/json', 'result.json', text)
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  expect(await spoken(input)).toEqual(['Ann: low\nwater at C:\\x20', 'Ann: [poll] Tea?\n- yes\n- no'])
})

test('repairs JSON wherever it is cut', async () => {
  const text = String.raw`["a\x0Bb", "c\\x0B", "é\\\x1f"]`
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at <= bytes.length; at += 1) {
    const pieces = (async function* () {
      yield bytes.subarray(0, at)
      yield bytes.subarray(at)
    })()
    const out = Buffer.concat(await Array.fromAsync(repairedChunks(pieces))).toString('utf8')
    expect(JSON.parse(out)).toEqual(['a\u000bb', String.raw`c\x0B`, 'é\\\u001f'])
  }
})

test('Slack: what robots say in attachments and blocks, old comments, previews of links', async () => {
  const message = (second: number, more: object) => ({ type: 'message', ts: `170000000${second}.000100`, ...more })
  const rich = {
    type: 'rich_text',
    block_id: 'b',
    elements: [
      {
        type: 'rich_text_section',
        elements: [
          { type: 'text', text: 'a < b, ' },
          { type: 'user', user_id: 'U1' },
          { type: 'text', text: ' ', style: { bold: true } },
          { type: 'link', url: 'https://a.example/', text: 'see' },
          { type: 'emoji', name: 'wave' },
        ],
      },
      {
        type: 'rich_text_list',
        style: 'bullet',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'oars' }] }],
      },
    ],
  }
  const day = [
    message(1, {
      subtype: 'bot_message',
      bot_id: 'B1',
      username: 'Harbour',
      text: 'Gale!',
      attachments: [
        {
          fallback: 'unwanted again',
          pretext: 'for today',
          title: 'Warning 7',
          title_link: 'https://a.example/7',
          text: 'stay in',
          fields: [{ title: 'Wind', value: 'north', short: true }],
        },
      ],
    }),
    message(2, {
      user: 'U1',
      text: 'look <https://b.example/>',
      attachments: [{ from_url: 'https://b.example/', text: 'unwanted preview' }],
    }),
    message(3, { user: 'U1', text: '', blocks: [rich], edited: { user: 'U1', ts: '1700000009.000000' } }),
    message(4, {
      subtype: 'bot_message',
      bot_id: 'B1',
      bot_profile: { name: 'Harbour' },
      text: '',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Tide' } },
        {
          type: 'section',
          fields: [
            { type: 'mrkdwn', text: 'High' },
            { type: 'mrkdwn', text: 'Noon' },
          ],
        },
        { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'unwanted' } }] },
      ],
    }),
    message(5, {
      subtype: 'file_comment',
      text: '<@U2> commented on <@U1>’s file <https://c.example/|plan>: nice',
      file: { name: 'plan' },
      comment: { user: 'U2', comment: 'nice' },
    }),
    message(6, { user: 'USLACKBOT', subtype: 'slackbot_response', text: 'Ahoy' }),
    message(7, { user: 'U1', text: '', files: [{ id: 'F1', mode: 'tombstone' }, { name: 'map.png' }] }),
    message(8, { user: 'U1', subtype: 'huddle_thread', text: 'unwanted' }),
    message(9, { user: 'U1', subtype: 'tombstone', text: 'This message was deleted.', hidden: true }),
  ]
  const users = [
    { id: 'U1', name: 'ann', profile: { real_name: 'Ann Lee', display_name: 'Ann' } },
    { id: 'U2', name: 'bo', real_name: 'Bo', profile: {} },
  ]
  const files = {
    'users.json': users,
    'channels.json': [{ id: 'C1', name: 'general' }],
    'general/2023-11-14.json': day,
  }
  expect(await spoken(zip(files))).toEqual([
    'Harbour: Gale!\n\nfor today\n[Warning 7](https://a.example/7)\nstay in\nWind: north',
    'Ann: look <https://b.example/>',
    'Ann: a < b, @Ann [see](https://a.example/):wave:\n- oars',
    'Harbour: Tide\nHigh\nNoon',
    'Bo: nice',
    'Slackbot: Ahoy',
    'Ann: [file: map.png]',
  ])
})
