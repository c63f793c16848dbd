import type { ExtractedDocument } from '@datacortex/plugin'
import { expect, test } from 'vitest'
import { documentOf } from '../__fixtures__/file-reader.ts'
import { findActions } from './find-actions.ts'
import { spokenTasks } from './spoken-tasks.ts'

const chat = (...lines: readonly string[]): readonly string[] =>
  spokenTasks(
    documentOf(['Ann: Hello!', 'Tom: Hi.', 'Ann: Nice day.', ...lines.map((line) => `Tom: ${line}`)].join('\n')),
    {
      speaks: false,
    },
  )

test.each([
  'Please send me the plan.',
  'Can you order the desks?',
  "I'll send the plan tomorrow.",
  'Bitte ruf Ann an.',
  'Kannst du die Karre bringen?',
  'Ich bringe am Samstag Dichtband mit.',
  'Merci de m’envoyer la liste.',
  'Peux-tu apporter la clé ?',
  'Je vais imprimer les affiches demain.',
  '¿Puedes enviarme la lista?',
  'Voy a encargar la tarta.',
  'Пожалуйста, пришлите отчёт.',
  'Я позвоню завтра.',
  '请把报告发给我。',
  '報告書を送ってください。',
  'Send me the list, please.',
  'Schick mir bitte die Liste.',
  'Envoyez-moi la liste, s’il vous plaît.',
  'Mándame la lista, por favor.',
  'Пришлите, пожалуйста, список картин до пятницы.',
  'Я закажу рамы и договорюсь с музеем.',
  'Llamaré a la imprenta el lunes.',
  'Nous apporterons les chaises.',
  'Ich kümmere mich um das Licht.',
  'Yo me encargo de las sillas.',
  'Remind me to call the roofer.',
  'I’ll take the minutes to the printer.',
  "I'll take care of the lights.",
  '明日資料を送ります。',
])('in a chat %j is a thing to do', (line) => {
  expect(chat(line)).toEqual([line])
})

test.each([
  'You must have been tired on Sunday!',
  'I’ll take the blue one then.',
  'I will take two of the small ones, please.',
  "We'll go with the second offer.",
  'I’ll have the soup.',
  'Ich nehme dann am Freitag lieber den blauen.',
  'Je vais prendre la bleue alors.',
  'Tomaré el azul entonces.',
  'Voy a llevarme la azul, por favor.',
  'Я возьму тогда синие.',
  '我来买蓝色的好了。',
  'We should have seen the price coming.',
  'We will see.',
  'Wir müssen ja nicht alles an einem Tag schaffen.',
  'I have to admit that it is late.',
  'Can you believe it?',
  'Please note that it rains.',
  'Somebody should repair the road.',
  'At what time, please?',
  'Ja, bitte sehr.',
  'Das ist bitte kein Problem.',
  'Пожалуйста, не за что!',
  'Я понимаю вопрос.',
  'Я помню эту выставку.',
  'Seré breve con las fotos.',
  '明日の遠足、バスは8時に出ます。',
])('and %j is none', (line) => {
  expect(chat(line)).toEqual([])
})

const manual =
  '# Pump\n\nPlease rinse the filter. You must switch off the power. We need to check the seal.\n\n1. Make sure to close both valves.\n'

test('manuals and encyclopaedias ask nothing of the person, nor does what was looked up', () => {
  expect(findActions(documentOf(manual), { speaks: false })).toEqual([])
  expect(findActions(documentOf(manual), { speaks: true })).toEqual([])
  expect(findActions(documentOf('## Next steps\n\n- [ ] Install it\n'), { speaks: false, isSource: true })).toEqual([])
})

test('minutes say who of those who were there does what', () => {
  const text =
    '# Minutes\n\nPresent: R. Osei (chair), K. Lund\n\nK. Lund will ask two builders by 1 February. The roof will cost more. Please the neighbours.\n'
  expect(spokenTasks(documentOf(text), { speaks: false })).toEqual(['K. Lund will ask two builders by 1 February.'])
})

test.each([
  ['Asistentes: Rosa, Paco', 'Paco enviará la solicitud a la Junta.', 'Paco estará en la feria.'],
  ['Asistentes: Rosa, Paco', 'Rosa se encarga de pedir tres presupuestos.', 'Rosa informó de las goteras.'],
  ['Présents : Luc Petit, Anne Roy', 'Anne Roy préparera le budget.', 'Anne Roy sera absente en mai.'],
  ['Anwesend: Timm, Kolb', 'Herr Kolb kümmert sich um den Schlüssel.', 'Herr Timm lobte den Chor.'],
  ['Present: R. Osei, K. Lund', 'R. Osei takes care of the keys.', 'R. Osei reported on the roof.'],
  ['Присутствовали: Орлова, Титов', 'Титов берёт на себя закупку краски.', 'Титов рассказал о ремонте.'],
  ['出席者：佐藤、田中', '田中が会場の予約を担当する。', '田中が先月の結果を話した。'],
  ['参会人员：王敏、李强', '李强负责联系供应商。', '李强介绍了上月的情况。'],
])('in minutes with %s a task is %j and not %j', (present, task, none) => {
  expect(spokenTasks(documentOf(`${present}\n\n${task}\n\n${none}\n`), { speaks: false })).toEqual([task])
})

test('a mail asks in its own words only', () => {
  const text =
    'From: A <a@example.org>\nTo: B <b@example.org>\nSubject: Audit\n\nPlease send the invoices by Friday.\n\n> Please call me.\n\n-- \nPlease print this mail seldom.\n'
  expect(spokenTasks(documentOf(text), { speaks: false })).toEqual(['Please send the invoices by Friday.'])
})

test('an assistant does what it is asked, and promises nothing', () => {
  const text = 'Can you write a poem? I will call Ann tomorrow.\nI will gladly write it. Please tell me more.\n'
  const end = text.indexOf('\n')
  const document: ExtractedDocument = {
    ...documentOf(text),
    blocks: [
      { kind: 'turn', start: 0, end, speaker: 'User' },
      { kind: 'turn', start: end + 1, end: text.length, speaker: 'Claude' },
    ],
    conversation: { format: 'claude', speakers: ['User', 'Claude'], topics: [], decisions: [], insights: [] },
  }
  expect(spokenTasks(document, { speaks: true })).toEqual(['I will call Ann tomorrow.'])
})
