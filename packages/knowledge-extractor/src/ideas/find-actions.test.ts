import { expect, test } from 'vitest'
import { documentOf } from '../__fixtures__/file-reader.ts'
import { findActions } from './find-actions.ts'

function actions(text: string, speaks = false): readonly string[] {
  return findActions(documentOf(text), { speaks })
}

test('open boxes, marked lines and lists under their headings are things to do', () => {
  const text = [
    'Some text.',
    '- [ ] Write to **Anna**',
    '- [x] Done already',
    'TODO: buy new lamps',
    'Aufgabe (Tom): Zaun streichen',
    '',
    '## Next steps',
    '',
    '1. Call the council',
    '- Measure the wall',
    '',
    '## Background',
    '- The wall is old',
    '',
    'Nächste Schritte:',
    '- Angebot einholen',
  ].join('\n')
  expect(actions(text)).toEqual([
    'Write to **Anna',
    'buy new lamps',
    'Zaun streichen',
    'Call the council',
    'Measure the wall',
    'Angebot einholen',
  ])
})

test.each([
  ['Anna: We need to ask the council by Friday. The weather was fine.', ['We need to ask the council by Friday.']],
  ["Please send me the plan. Let's meet again.", ['Please send me the plan.', "Let's meet again."]],
  ['Wir müssen die Mauer messen. Bitte ruf Tom an. Es regnet.', ['Wir müssen die Mauer messen.', 'Bitte ruf Tom an.']],
  ['Should we go? Nobody must know. The sea is cold.', []],
])('who speaks for themselves asks in sentences: %j', (text, expected) => {
  expect(actions(text, true)).toEqual(expected)
  expect(actions(text, false)).toEqual([])
})

test('a long list is there to its end', () => {
  const all = Array.from({ length: 45 }, (_, place) => `call number ${place} of the list`)
  expect(actions(all.map((one) => `- [ ] ${one}`).join('\n'))).toEqual(all)
})

test('the same thing is there once, and control characters never', () => {
  expect(actions('TODO: buy lamps\n\n- [ ] Buy lamps\n- [ ] \u202Eevil\u001b[31m')).toEqual(['buy lamps', 'evil[31m'])
})

test('headings that are open tasks of an outline are things to do, done ones and others are not', () => {
  const text =
    '# **TODO** Order liner (DEADLINE: 2025-04-01 Tue) #buy #pond\n\n# **NEXT** Call Anna\n\n# **DONE** Paint door\n\n# TODO lists\n\nText.'
  expect(actions(text)).toEqual(['Order liner (DEADLINE: 2025-04-01 Tue)', 'Call Anna'])
})

test('tasks that outliners write, and those in quotations and callouts, are things to do', () => {
  const text = [
    'TODO Anna: order the lamps by Friday',
    '',
    'TODO lists are older than paper.',
    '',
    '- TODO Ask the council',
    '- DONE Paint the door',
    '',
    '> Tom wrote:',
    '> - [ ] Send the plan',
    '> - [x] Measure the quay',
    '> > - [ ] Count the bollards',
    '',
    '> [!todo] This week',
    '> - Call the harbour master',
    '',
    '> [!note] Tides',
    '> - They rise twice a day',
  ].join('\n')
  expect(actions(text)).toEqual([
    'Anna: order the lamps by Friday',
    'Ask the council',
    'Send the plan',
    'Count the bollards',
    'Call the harbour master',
  ])
})

test('under a heading for tasks, lines that name somebody are things to do until prose begins', () => {
  const text = [
    '## Action items',
    '',
    'TODO Anna: order the lamps',
    '',
    'Tom and Jo: measure the quay.',
    '',
    '- DONE Paint the door',
    '',
    '@Lee: call the mill',
    '',
    'Deadline: the end of May.',
    '',
    'Anna: too late.',
    '',
    'That was all for this week.',
    '',
    'Weather: rain is likely.',
    '',
    '## Notes',
    '',
    'Anna: the lamps are old.',
  ].join('\n')
  expect(actions(text)).toEqual(['Anna: order the lamps', 'Tom and Jo: measure the quay.', '@Lee: call the mill'])
})

test('an item that is wrapped to further lines is there as a whole', () => {
  expect(actions('- [ ] Ask the council\n  about the quay\n- [x] Paint\n  the door\n\n  Not a task.')).toEqual([
    'Ask the council about the quay',
  ])
})

test.each([
  ['À faire :', 'Envoyer le rapport'],
  ['## Próximos pasos', 'Enviar el informe'],
  ['**Zadania:**', 'Wysłać raport'],
  ['Задачи:', 'Отправить отчёт'],
  ['Επόμενα βήματα:', 'Στείλε την αναφορά'],
  ['Yapılacaklar:', 'Raporu gönder'],
  ['待办事项：', '提交预算报告'],
  ['待办：', '提交预算报告'],
  ['## やること', '予算報告を提出する'],
  ['할 일:', '보고서 제출'],
  ['المهام:', 'إرسال التقرير'],
  ['משימות:', 'לשלוח את הדוח'],
  ['करने योग्य:', 'रिपोर्ट भेजें'],
  ['สิ่งที่ต้องทำ:', 'ส่งรายงาน'],
])('below %s stands what is to be done', (heading, task) => {
  expect(actions(`${heading}\n\n- ${task}\n`)).toEqual([task])
})

test('a heading that only has such a word in it lists no tasks', () => {
  expect(actions('## Задачи исследования\n\n- Изучить болота\n')).toEqual([])
  expect(actions('TODO：更新地图数据')).toEqual(['更新地图数据'])
})
