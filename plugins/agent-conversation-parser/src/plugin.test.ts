import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testManifest, testSubAgentPlugin } from '@datacortex/testkit'
import { zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { directory, extract } from './__fixtures__/extract.ts'
import { chatgptRecord, claudeRecord, encoders, file, json, telegramChat, zip } from './__fixtures__/samples.ts'
import { accepts } from './accepts.ts'
import { plugin } from './plugin.ts'

const turns = [
  { speaker: 'User', text: 'When is the next spring tide?' },
  { speaker: 'Ann Lee', text: 'At the new moon. We decided to sail then.' },
]
const folder = await mkdtemp(join(tmpdir(), 'datacortex-chats-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
await mkdir(join(folder, 'general'))
await writeFile(join(folder, 'users.json'), '[{"id": "U1", "name": "ann"}]')
await writeFile(join(folder, 'channels.json'), '[{"id": "C1", "name": "general"}]')
const day = [{ type: 'message', user: 'U1', text: 'hello <@U1>', ts: '1700000000.000100' }]
await writeFile(join(folder, 'general', '2023-11-14.json'), JSON.stringify(day))

const srt = '1\n00:00:01,000 --> 00:00:02,000\nANN: Hello there.\n\n2\n00:00:02,000 --> 00:00:03,000\nBO: Hi.\n'
const activity =
  '<html><body><div class="outer-cell mdl-cell"><p class="mdl-typography--title">Gemini Apps<br></p>' +
  '<div class="content-cell mdl-typography--body-1">Prompted&nbsp;what is ebb?<br>Jan 5, 2025, 3:04:05\u202fPM CET<br>' +
  '<p>Water that <b>falls</b>.</p></div><div class="content-cell caption">unwanted</div></div></body></html>'
const samples = Object.values(encoders).map((encode) => encode(turns).input)
const unlike = Buffer.from('{"role": "user", "content": ')

testManifest(directory)
testSubAgentPlugin(plugin, {
  directory,
  inputs: [
    ...samples,
    file('application/x-subrip', 'call.srt', srt),
    file('text/html', 'MyActivity.html', activity),
    { contentType: 'inode/directory', name: folder, path: folder, bytes: new Uint8Array() },
  ],
  refused: [
    json({ name: 'a-package', version: '1.0.0', scripts: { test: 'x' } }),
    json([
      { name: 'Ann', text: 'a row of data' },
      { name: 'Bo', text: 'another' },
    ]),
    json([1, 2, 3]),
    json({ messages: [] }),
    file('application/json', 'deep.json', '['.repeat(100_000)),
    file('application/x-ndjson', 'rows.jsonl', '{"a": 1}\n{"a": 2}\n'),
    file('text/plain', 'notes.txt', 'Ann: buy milk\n\nOn 12/03/2022 we met at 14:08 - it was fine.\n'),
    file('text/plain', '_chat.txt', '12/03/2022, 14:08 was the time\n'),
    file('text/plain', 'app.log', '2022-03-04 14:08:18 - INFO: ready\n2022-03-04 14:08:19 - INFO: done\n'),
    zip({ 'a/notes.txt': 'Ann: buy milk', 'rows.json': [{ a: 1 }] }),
    file('text/markdown', 'doc.md', '# Title\n\n## User guide\n\n## Assistant\n\nHow to use it.\n'),
    file('text/html', 'page.html', '<html><body><h1>Gemini Apps</h1></body></html>'),
    file('application/zip', 'x.zip', zipSync({ 'a.csv': Buffer.from('a,b') })),
    file('application/zip', 'broken.zip', 'PK\u0003\u0004 and nothing more'),
    { contentType: 'inode/directory', name: tmpdir(), path: tmpdir(), bytes: new Uint8Array() },
    { contentType: 'inode/directory', name: '/nowhere', path: '/nowhere', bytes: new Uint8Array() },
  ],
  broken: [
    json([{ title: 'empty', mapping: { a: { parent: null, children: [], message: null } } }]),
    json({ chat_messages: [] }),
    file('application/json', 'cut.json', `${JSON.stringify([claudeRecord(turns)]).slice(0, -5)}${' '.repeat(300_000)}`),
    file(
      'application/x-ndjson',
      'cut.jsonl',
      Buffer.concat([Buffer.from('{"role": "user", "content": ""}\n{"role": "user", "content": ""}\n'), unlike]),
    ),
    zip({ 'conversations.json': '{"not": "one"}' }),
  ],
})

test('says how much it read and what it left out', async () => {
  const { findings } = await extract(samples[0] ?? json({}))
  expect(findings.map(({ code, message }) => `${code} ${message}`)).toMatchInlineSnapshot(`
    [
      "CONVERSATION_READ 1 conversation with 2 messages (chatgpt).",
      "CONVERSATION_SKIPPED Left out, by reason: 1 profile of the user.",
    ]
  `)
})

test('writes a heading for each turn, one line for the title, and the time', async () => {
  const { documents } = await extract(json([chatgptRecord(turns)]))
  expect(documents[0]?.title).toBe('About many things')
  expect(documents[0]?.text).toMatchInlineSnapshot(`
    "# About many things

    ## User · 2023-11-14 22:13 UTC

    When is the next spring tide?

    ## ChatGPT

    At the new moon. We decided to sail then.
    "
  `)
  expect(documents[0]).toMatchObject({
    id: 'c-1',
    publishedAt: '2023-11-14T22:13:20Z',
    url: 'https://chatgpt.com/c/c-1',
  })
  expect(documents[0]?.conversation?.decisions).toEqual([{ text: 'We decided to sail then.', start: 113, end: 137 }])
})

test('one bad conversation never costs the others', async () => {
  const { documents, findings } = await extract(
    json([claudeRecord(turns), { uuid: 'x', chat_messages: 7 }, null, { ...claudeRecord(turns), uuid: 'k-2' }]),
  )
  expect(documents.map(({ id }) => id)).toEqual(['k-1', 'k-2'])
  expect(findings.find(({ code }) => code === 'CONVERSATION_BROKEN')?.message).toBe(
    '2 conversations could not be read: number 2: it has no messages; number 3: it is no object.',
  )
})

test('reads exports in shards, and a newer export gives the same ids', async () => {
  const { documents } = await extract(
    zip({
      'conversations-000.json': [chatgptRecord(turns)],
      'conversations-001.json': [{ ...chatgptRecord(turns), conversation_id: 'c-2' }, chatgptRecord(turns)],
      'user.json': { id: 'me' },
      'chat.html': '<html></html>',
    }),
  )
  expect(documents.map(({ id }) => id)).toEqual(['c-1', 'c-2'])
  const longer = await extract(
    encoders['gemini']?.([...turns, { speaker: 'User', text: 'And then?' }]).input ?? json({}),
  )
  const shorter = await extract(encoders['gemini']?.(turns).input ?? json({}))
  expect(longer.documents[0]?.id).toBe(shorter.documents[0]?.id)
})

test('conversations that begin alike stay two', async () => {
  const messages = (answer: string) => ({
    messages: [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: answer },
    ],
  })
  const { documents } = await extract(json({ items: [messages('hello'), messages('good day'), messages('hello')] }))
  expect(documents).toHaveLength(2)
})

test('large files are read piece by piece, and give the same', async () => {
  const file = join(folder, 'large.json')
  const chats = { about: 'x', chats: { about: 'y', list: [telegramChat(turns), { ...telegramChat(turns), id: 2 }] } }
  for (const value of [chats, telegramChat(turns), [claudeRecord(turns)], { conversations: [chatgptRecord(turns)] }]) {
    await writeFile(file, JSON.stringify(value))
    const whole = await extract(json(value, 'large.json'))
    const input = { contentType: 'application/json', name: 'large.json', bytes: new Uint8Array(), path: file }
    expect((await extract(input, { stream_bytes: 10 })).documents).toEqual(whole.documents)
  }
  await writeFile(file, JSON.stringify([claudeRecord(turns)]).slice(0, -9))
  const input = { contentType: 'application/json', name: 'large.json', bytes: new Uint8Array(), path: file }
  await expect(extract(input, { stream_bytes: 10 })).rejects.toMatchObject({ code: 'CONVERSATION_JSON_INVALID' })
})

test('an archive with names that say nothing is looked into', async () => {
  const chat = '13.03.22, 14:08 - Ann: low water\n13.03.22, 14:09 - Bo: at six\n'
  const input = zip({ 'Bo and me.txt': chat, 'IMG-1.jpg': 'x' })
  expect(accepts(input)).toBe(true)
  expect((await extract(input)).documents[0]?.conversation?.speakers).toEqual(['Ann', 'Bo'])
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`${index}.txt`, chat]))
  expect(accepts(zip(many))).toBe(false)
})

test('Telegram’s export of everything may begin with a long list of contacts and ends with chats that were left', async () => {
  const path = join(folder, 'everything.json')
  const list = Array.from({ length: 5000 }, (_, index) => ({ first_name: `Name ${index}`, date: 'x'.repeat(60) }))
  const value = {
    about: 'Here is the data you requested. Remember: …',
    personal_information: {},
    contacts: { about: 'y', list },
    chats: { about: 'z', list: [telegramChat(turns)] },
    left_chats: { about: 'z', list: [{ ...telegramChat(turns), id: 2, name: 'Left' }] },
  }
  await writeFile(path, JSON.stringify(value))
  const input = { contentType: 'application/json', name: 'everything.json', bytes: new Uint8Array(), path }
  expect(accepts(input)).toBe(true)
  const { documents } = await extract(input, { stream_bytes: 10 })
  expect(documents.map(({ title }) => title)).toEqual(['Friends', 'Left'])
})

test('has an answer for what would hurt it', async () => {
  const deep = `[{"chat_messages": [{"uuid": "a", "sender": "human", "content": ${'['.repeat(200_000)}${']'.repeat(200_000)}, "text": "still here"}]}]`
  expect((await extract(file('application/json', 'deep.json', deep))).documents[0]?.text).toContain('still here')
  const bomb = zipSync({ 'conversations.json': new Uint8Array(60_000_000) })
  await expect(extract(file('application/zip', 'bomb.zip', bomb))).rejects.toMatchObject({
    code: 'CONVERSATION_TOO_LARGE',
  })
  const many = zip({ 'conversations.json': '[]', 'a.json': '[]', 'b.json': '[]' })
  await expect(extract(many, { max_files: 2 })).rejects.toMatchObject({ code: 'CONVERSATION_TOO_LARGE' })
  await expect(extract(many, { max_unpacked_bytes: 3 })).rejects.toMatchObject({ code: 'CONVERSATION_TOO_LARGE' })
  const cut = file('application/zip', 'cut.zip', bomb.slice(0, 50))
  await expect(extract(cut)).rejects.toMatchObject({ code: 'CONVERSATION_ARCHIVE_INVALID' })
  const gone = {
    contentType: 'application/json',
    name: 'gone.json',
    path: join(folder, 'gone.json'),
    bytes: new Uint8Array(),
  }
  await expect(extract(gone)).rejects.toMatchObject({ code: 'CONVERSATION_UNREADABLE' })
  const missing = { contentType: 'inode/directory', name: 'gone', path: join(folder, 'gone'), bytes: new Uint8Array() }
  await expect(extract(missing)).rejects.toMatchObject({ code: 'CONVERSATION_UNREADABLE' })
})

test('hidden text, forged headings and open fences stay inside of their turn', async () => {
  const said = [
    { speaker: 'User', text: 'a\u{e0041}b\n# Admin\ntitle\n===\n<script>x</script>' },
    { speaker: 'Assistant', text: 'look:\n```js\nconst a = 1' },
    { speaker: 'User', text: 'outside' },
  ]
  const { documents, findings } = await extract(encoders['generic']?.(said).input ?? json({}))
  expect(documents[0]?.text).toContain('ab\n### Admin\ntitle\n\\===\n\\<script>x\\</script>')
  expect(documents[0]?.text).toContain('const a = 1\n```\n\n## User\n\noutside')
  expect(findings.map(({ code }) => code)).toContain('CONTENT_INVISIBLE_REMOVED')
})
