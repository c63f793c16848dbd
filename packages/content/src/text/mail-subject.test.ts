import { expect, test } from 'vitest'
import { mailSubject } from './mail-subject.ts'

test.each([
  ['From: Ann <a@example.org>\nTo: Tom\nSubject: Survey of the roof\n\nDear Tom,', 'Survey of the roof'],
  ['Von: Rita\nAn: Jonas\nBetreff: AW: WG: Messung im Serverraum\n\nHallo', 'Messung im Serverraum'],
  ['De : Nadia\nÀ : Paul\nObjet : Atelier du 20 mai\n\nBonjour', 'Atelier du 20 mai'],
  ['De: Ana\nPara: Luis\nAsunto: El huerto\n\nHola', 'El huerto'],
  ['От: Оля\nКому: Игорь\nТема: Крыша\n\nПривет', 'Крыша'],
  ['发件人：李\n收件人：王\n主题：仓库\n\n你好', '仓库'],
  ['差出人: 山本\n宛先: 佐々木\n件名: 新しい倉庫の件\n\n様', '新しい倉庫の件'],
  ['Subject: Matter\n\nAll that is.', undefined],
  ['From: Ann\nTo: Tom\nSubject:\n\nDear Tom,', undefined],
  ['A text of one line.\n\nFrom: Ann\nTo: Tom\nSubject: Roof\n', undefined],
])('%j is about %j', (text, subject) => {
  expect(mailSubject(text)).toBe(subject)
})
