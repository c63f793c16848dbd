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
