import { expect, test } from 'vitest'
import { extract, turnsOf } from '../__fixtures__/extract.ts'
import { file } from '../__fixtures__/samples.ts'

async function spoken(input: Parameters<typeof extract>[0]): Promise<readonly string[]> {
  const { documents } = await extract(input)
  return documents.flatMap(turnsOf).map(({ speaker, text }) => `${speaker}: ${text}`)
}

const chat = (text: string) => file('text/plain', 'chat.txt', text)

test('WhatsApp: Android in German, events, media, deleted messages, lines that go on', async () => {
  const text = [
    '12.03.22, 14:08 - Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt.',
    '12.03.22, 14:08 - Ann: Hallo',
    'zweite Zeile: weiter',
    '12.03.22, 14:09 - Bo: <Medien ausgeschlossen>',
    '13.03.22, 14:10 - Ann: Diese Nachricht wurde gelöscht',
    '13.03.22, 14:11 - Bo: IMG-1.jpg (Datei angehängt)',
  ].join('\n')
  const { documents, findings } = await extract(chat(text))
  expect(documents[0] && turnsOf(documents[0])).toEqual([
    { speaker: 'Ann', text: 'Hallo\nzweite Zeile: weiter' },
    { speaker: 'Bo', text: '[media]' },
    { speaker: 'Bo', text: '[file: IMG-1.jpg]' },
  ])
  expect(documents[0]?.blocks[0]?.at).toBe('2022-03-12')
  expect(documents[0]?.text).toContain('## Ann · 2022-03-12 14:08')
  expect(findings.find(({ code }) => code === 'CONVERSATION_SKIPPED')?.message).toBe(
    'Left out, by reason: 1 deleted, 1 event.',
  )
})

test.each([
  ['[3/12/22, 2:08:18\u202fPM] Ann: a\n[3/13/22, 2:08:18\u202fPM] Bo: b', ['2022-03-12', '2022-03-13'], '14:08:18'],
  ['12.3.2022 klo 14.08 - Ann: a\n13.3.2022 klo 14.09 - Bo: b', ['2022-03-12', '2022-03-13'], '14:08'],
  ['2022-03-04, 14:08 - Ann: a\n2022-03-05, 14:09 - Bo: b', ['2022-03-04', '2022-03-05'], '14:08'],
  ['[2022/3/4 下午2:08:18] Ann: a\n[2022/3/5 上午9:00:00] Bo: b', ['2022-03-04', '2022-03-05'], '14:08:18'],
  ['\u200f١٣/٠٣/٢٠٢٢، ١٤:٠٨ - Ann: a\n\u200f١٤/٠٣/٢٠٢٢، ١٤:٠٩ - Bo: b', ['2022-03-13', '2022-03-14'], '14:08'],
  ['9/13/26, 9:52\u202fAM - Ann: a\n9/14/26, 2:08\u202fPM - Bo: b', ['2026-09-13', '2026-09-14'], '09:52'],
  ['13/09/26, 9:52\u202fam - Ann: a\n14/09/26, 2:08\u202fpm - Bo: b', ['2026-09-13', '2026-09-14'], '14:08'],
  ['13/9/2022, 2:08 p. m. - Ann: a\n14/9/2022, 9:00 a. m. - Bo: b', ['2022-09-13', '2022-09-14'], '14:08'],
  ['2022-03-13, 2:08 p.m. - Ann: a\n2022-03-14, 9:00 a.m. - Bo: b', ['2022-03-13', '2022-03-14'], '14:08'],
  ['23.03.22 13:31 - Ann: a\n24.03.22 13:32 - Bo: b', ['2022-03-23', '2022-03-24'], '13:31'],
  ['23/03/22 18.00 - Ann: a\n24/03/22 18.01 - Bo: b', ['2022-03-23', '2022-03-24'], '18:00'],
  ['23-03-2022 14:08 - Ann: a\n24-03-2022 14:08 - Bo: b', ['2022-03-23', '2022-03-24'], '14:08'],
  ['2022. 03. 13. 14:08 - Ann: a\n2022. 03. 14. 14:09 - Bo: b', ['2022-03-13', '2022-03-14'], '14:08'],
  ['2022. 3. 13. 오후 2:08 - Ann: a\n2022. 3. 14. 오전 9:00 - Bo: b', ['2022-03-13', '2022-03-14'], '14:08'],
  ['23.03.22 г., 14:08 - Ann: a\n24.03.22 г., 14:08 - Bo: b', ['2022-03-23', '2022-03-24'], '14:08'],
  [
    '\u200f13\u200f/3\u200f/2022، 2:08 م - Ann: a\n\u200f14\u200f/3\u200f/2022، 9:00 ص - Bo: b',
    ['2022-03-13', '2022-03-14'],
    '14:08',
  ],
  ['23/03/2022, 2:08 PTG - Ann: a\n24/03/2022, 9:00 PG - Bo: b', ['2022-03-23', '2022-03-24'], '14:08'],
  ['[23.03.22, 14:08:18] Ann: a\n[24.03.22, 14:08:19] Bo: b', ['2022-03-23', '2022-03-24'], '14:08:18'],
  ['[23.3.2022 klo 14.08.18] Ann: a\n[24.3.2022 klo 14.08.19] Bo: b', ['2022-03-23', '2022-03-24'], '14:08:18'],
  // Only in this order do the dates go forward.
  ['[01/02/2022, 10:00:00] Ann: a\n[02/01/2022, 10:00:00] Bo: b', ['2022-01-02', '2022-02-01'], '10:00:00'],
])('WhatsApp: dates of %j', async (text, days, time) => {
  const { documents } = await extract(chat(text))
  expect(documents[0]?.blocks.map(({ at }) => at)).toEqual(days)
  expect(documents[0]?.text).toContain(time)
})

test('WhatsApp: dates that could be both are told', async () => {
  const { findings } = await extract(chat('01/02/2022, 10:00 - Ann: a\n01/02/2022, 10:01 - Bo: b'))
  expect(findings.map(({ code }) => code)).toContain('CONVERSATION_DATES_UNSURE')
})

test('WhatsApp: names with colons', async () => {
  const lines = ['Team: Ops: one', 'Team: Ops: two', 'Ann: note: three', 'Team: Ops: four', 'Ann: five']
  const text = lines.map((line, index) => `${13 + index}/03/2022, 14:08 - ${line}`).join('\n')
  expect(await spoken(chat(text))).toEqual([
    'Team: Ops: one',
    'Team: Ops: two',
    'Ann: note: three',
    'Team: Ops: four',
    'Ann: five',
  ])
  const { documents } = await extract(chat(text))
  expect(documents[0]?.conversation?.speakers).toEqual(['Team: Ops', 'Ann'])
})

test('WhatsApp: what a phone of Apple says in somebody’s name is nobody’s word; places, votes and files are', async () => {
  const mark = '\u200e'
  const lines = [
    `[23/03/2022, 14:00:00] Rowers: ${mark}Messages and calls are end-to-end encrypted. Only people in this chat can read them.`,
    `[23/03/2022, 14:00:01] Rowers: ${mark}Ann created this group`,
    `[23/03/2022, 14:00:02] ${mark}Bo added Cy`,
    '[23/03/2022, 14:01:00] Ann: who rows',
    'on Sunday?',
    `${mark}[23/03/2022, 14:02:00] Bo: ${mark}<attached: 00000004-PHOTO-2022-03-23-14-02-00.jpg>`,
    `[23/03/2022, 14:03:00] Bo: the plan ${mark}<attached: 00000005-plan.pdf>`,
    `${mark}[23/03/2022, 14:03:01] Bo: ${mark}image omitted`,
    `[23/03/2022, 14:04:00] ~\u202fCy: ${mark}Location: https://maps.example/?q=1,2`,
    `[23/03/2022, 14:05:00] Ann: ${mark}POLL:`,
    'Which boat?',
    `${mark}OPTION: the red one (${mark}2 votes)`,
    `[23/03/2022, 14:06:00] Ann: ${mark}Missed voice call, ${mark}Tap to call back`,
    `[23/03/2022, 14:07:00] Bo: red it is ${mark}<This message was edited>`,
    `[23/03/2022, 14:08:00] Bo: ${mark}You deleted this message.`,
  ]
  const input = chat(lines.join('\r\n'))
  expect(await spoken(input)).toEqual([
    'Ann: who rows\non Sunday?',
    'Bo: [file: 00000004-PHOTO-2022-03-23-14-02-00.jpg]',
    'Bo: the plan\n[file: 00000005-plan.pdf]',
    'Bo: [media]',
    '~ Cy: Location: https://maps.example/?q=1,2',
    'Ann: POLL:\nWhich boat?\nOPTION: the red one (2 votes)',
    'Bo: red it is',
  ])
  const { findings } = await extract(input)
  expect(findings.map(({ message }) => message)).toContain('Left out, by reason: 1 deleted, 4 event.')
})

test('WhatsApp: pictures and files of Android in many languages, with what was written below', async () => {
  const said = [
    '<Media omitted>',
    '<Médias omis>',
    '<Média vynechány>',
    '<Без медиафайлов>',
    '<メディアは含まれていません>',
    '<תם>',
    '\u200eOld plan.pdf (файл добавлен)\nread it',
    'IMG-20220323-WA0002.jpg (soubor byl přiložen)',
  ]
  const lines = said.map((text, index) => `23.03.22 13:3${index} - ${index % 2 === 0 ? 'Ann' : 'Bo'}: ${text}`)
  expect((await spoken(chat(lines.join('\n')))).map((turn) => turn.slice(turn.indexOf(': ') + 2))).toEqual([
    '[media]',
    '[media]',
    '[media]',
    '[media]',
    '[media]',
    '<תם>',
    '[file: Old plan.pdf]\nread it',
    '[file: IMG-20220323-WA0002.jpg]',
  ])
})
