import { expect, test } from 'vitest'
import { extract, turnsOf } from '../__fixtures__/extract.ts'
import { file, json } from '../__fixtures__/samples.ts'
import { accepts } from '../accepts.ts'

async function read(input: Parameters<typeof extract>[0]) {
  expect(accepts(input)).toBe(true)
  const { documents, findings } = await extract(input)
  const chats = documents.map((document) => turnsOf(document).map(({ speaker, text }) => `${speaker}: ${text}`))
  return { documents, chats, findings: findings.map(({ code, message }) => `${code} ${message}`).join('\n') }
}

const record = (title: string, minute: number, more: object = {}) => ({
  header: 'Gemini Apps',
  title,
  time: new Date(Date.UTC(2026, 6, 11, 5, minute)).toISOString(),
  products: ['Gemini Apps'],
  activityControls: ['Gemini Apps Activity'],
  ...more,
})
const answer = (html: string) => ({ safeHtmlItem: [{ html }] })
const chat = (id: string) => ({
  details: [{ name: `https://gemini.google.com/app/${id}`, url: `https://gemini.google.com/app/${id}` }],
})

test('chats that the log names stay together, whatever came between', async () => {
  const { documents, chats, findings } = await read(
    json([
      record('Prompted and at night', 59, { ...answer('<p>Not then.</p>'), ...chat('aaaa11112222bbbb') }),
      record('Prompted two', 40, {
        details: [...chat('aaaa11112222bbbb').details, ...chat('cccc11112222bbbb').details],
      }),
      record('Prompted a joke', 3, { ...answer('<p>No.</p>'), ...chat('cccc11112222bbbb') }),
      record('Prompted may I swim', 2, { ...answer('<p>At noon.</p>'), ...chat('aaaa11112222bbbb') }),
      record('Prompted of old', 1, answer('<p>Then.</p>')),
    ]),
  )
  expect(chats).toEqual([
    ['User: may I swim', 'Gemini: At noon.', 'User: and at night', 'Gemini: Not then.'],
    ['User: a joke', 'Gemini: No.'],
    ['User: of old', 'Gemini: Then.'],
    ['User: two'],
  ])
  expect(documents[0]).toMatchObject({ id: 'aaaa11112222bbbb', url: 'https://gemini.google.com/app/aaaa11112222bbbb' })
  expect(findings).toContain('were grouped into 2')
})

test('a document that was made is an answer, a file is named once, events are left out', async () => {
  const { chats, findings } = await read(
    json([
      record('Gave feedback: Good response', 5),
      record('Created Gemini Canvas titled Sea log', 4, { subtitles: [{ name: '# Log\n\nHigh water.' }] }),
      record('Submitted query write a log', 3, {
        ...answer('<p>Written.</p>'),
        subtitles: [{ name: 'Attached 1 file.' }, { name: '-  chart.png', url: 'chart-1.png' }],
        imageFile: 'chart-1.png',
        attachedFiles: ['chart-1.png'],
      }),
    ]),
  )
  expect(chats).toEqual([
    [
      'User: write a log\n\n[file: chart-1.png]',
      'Gemini: Written.',
      'Gemini: [canvas: Sea log]\n\n### Log\n\nHigh water.',
    ],
  ])
  expect(findings).toContain('1 event')
})

test('the verb of the log goes in other languages too', async () => {
  const japanese = { header: 'Gemini アプリ', products: ['Gemini アプリ'] }
  const said = ['潮はいつ', '明日は: 何時', 'ありがとう']
  const titles = (verb: string, words: readonly string[]) =>
    words.map((word, index) => record(`${verb}${word}`, index, { ...japanese, ...answer('<p>六時</p>') })).toReversed()
  const asked = async (records: readonly object[]) =>
    (await read(json(records))).chats.flat().filter((turn) => turn.startsWith('User'))
  expect(await asked(titles('送信したメッセージ: ', said.slice(0, 1)))).toEqual(['User: 潮はいつ'])
  expect(await asked(titles('質問した内容：', said))).toEqual(said.map((word) => `User: ${word}`))
  // One alone may have a colon of its own.
  expect(await asked(titles('訳して：', said.slice(0, 1)))).toEqual(['User: 訳して：潮はいつ'])
})

test('the page: lines of a question, files, pictures, no break behind the time, names of chats', async () => {
  const cell = (body: string, caption = '') =>
    '<div class="outer-cell mdl-cell mdl-cell--12-col mdl-shadow--2dp"><div class="mdl-grid">' +
    '<div class="header-cell mdl-cell mdl-cell--12-col"><p class="mdl-typography--title">Gemini Apps<br></p></div>' +
    `<div class="content-cell mdl-cell mdl-cell--6-col mdl-typography--body-1">${body}</div>` +
    '<div class="content-cell mdl-cell mdl-cell--6-col mdl-typography--body-1 mdl-typography--text-right"></div>' +
    `<div class="content-cell mdl-cell mdl-cell--12-col mdl-typography--caption"><b>Products:</b><br>&emsp;Gemini Apps<br>${caption}</div></div></div>`
  const link = 'https://gemini.google.com/app/aaaa11112222bbbb'
  const details = `<b>Details:</b><br>&emsp;<a href="${link}">${link}</a><br>`
  const page = [
    cell(
      'Prompted&nbsp;and at night<br>Jul 11, 2026, 9:00:47\u202fPM MDT<br><p>See <a href="https://gemini.google.com/app/dddd11112222bbbb">this</a>.</p>',
      details,
    ),
    cell(
      'Prompted draw it<br>1 generated image.<br>2026年6月20日 00:28:51 JST<br><p><img alt="" src="a.png"></p>\n<p>Drawn.</p>\n<br>',
    ),
    cell(
      'Prompted may I swim<br>here?<br>Attached 1 file.<br>-&nbsp;<a href="chart-1.png">chart.png</a><br>Jul 11, 2026, 12:00:47 PM MDT<p>At noon.</p>\n<p>Or <b>later</b>.</p>',
      details,
    ),
    cell('Used an assistant feature<br>Jul 10, 2026, 12:00:47 PM MDT<br>'),
  ]
  const html = `<html><head><style>p{}</style></head><body><div class="mdl-grid">${page.join('')}</div></body></html>`
  const { documents, chats } = await read(file('text/html', 'log of june.html', html))
  expect(chats).toEqual([
    [
      'User: may I swim\nhere?\n\n[file: chart.png]',
      'Gemini: At noon.\n\nOr **later**.',
      'User: and at night',
      'Gemini: See [this](https://gemini.google.com/app/dddd11112222bbbb).',
    ],
    ['User: draw it', 'Gemini: Drawn.'],
  ])
  expect(documents.map(({ publishedAt }) => publishedAt)).toEqual(['2026-07-11T18:00:47Z', '2026-06-19T15:28:51Z'])
})

test('a page of tags that never end costs no time', async () => {
  const html = `<div class="outer-cell"><p class="mdl-typography--title">Gemini Apps</p><div class="content-cell body-1">${'<p'.repeat(150_000)}`
  await expect(extract(file('text/html', 'a.html', html))).rejects.toMatchObject({ code: 'CONVERSATION_EMPTY' })
})
