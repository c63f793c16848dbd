import { expect, test } from 'vitest'
import { statementComparer } from '@datacortex/knowledge-extractor/text'
import { extractClaims } from './extract-claims.ts'
import { readClaim } from './read-claim.ts'

test.each([
  [
    'Chinese',
    '斯米顿的灯塔用了多少蜡烛？',
    '斯米顿的灯塔使用二十四支蜡烛照明。灯塔建于1759年，由花岗岩制成，高二十二米。它在哪里？是。',
    ['斯米顿的灯塔使用二十四支蜡烛照明。', '灯塔建于1759年，由花岗岩制成，高二十二米。'],
  ],
  [
    'Japanese',
    '灯台の高さ',
    '灯台は港の入り口に立っている。その高さは三十メートルです。高い。',
    ['灯台は港の入り口に立っている。', 'その高さは三十メートルです。'],
  ],
  [
    'Hindi',
    'समुद्र तट का प्रकाशस्तंभ',
    'यह प्रकाशस्तंभ समुद्र तट पर चट्टान के ऊपर बना है। इसकी रोशनी चालीस किलोमीटर दूर से दिखाई देती है। क्या यह पुराना है?',
    ['यह प्रकाशस्तंभ समुद्र तट पर चट्टान के ऊपर बना है।', 'इसकी रोशनी चालीस किलोमीटर दूर से दिखाई देती है।'],
  ],
  [
    'Thai, which has no full stops',
    'ประภาคาร',
    'ประภาคารพรหมเทพสร้างขึ้นที่ภูเก็ตในปี พ.ศ. 2539 ประภาคารมีความสูง 50 ฟุต',
    ['ประภาคารพรหมเทพสร้างขึ้นที่ภูเก็ตในปี พ.ศ. 2539 ประภาคารมีความสูง 50 ฟุต'],
  ],
])('what texts state is found in %s', (_, topic, text, expected) => {
  const claims = extractClaims({ sourceId: 's', text }, { topic, limit: 5 })
  expect([...claims].sort((a, b) => a.start - b.start).map((claim) => claim.text)).toEqual(expected)
})

const claim = (text: string) =>
  readClaim({ sourceId: 's', text, start: 0, end: text.length, score: 0.5, paragraph: text })
const background = ['面包由黑麦面粉在低地烘焙而成。', '小提琴很久以前被秘密修好了。'].map(claim)

test.each([
  ['斯米顿的灯塔使用二十四支蜡烛照明。', '斯米顿的灯塔使用24支蜡烛照明。', 'same'],
  ['斯米顿的灯塔使用二十四支蜡烛照明。', '斯米顿的灯塔使用六十支蜡烛照明。', 'contradicts-number'],
  ['灯塔的高度是22米，由花岗岩制成。', '灯塔的高度是30米，由花岗岩制成。', 'contradicts-number'],
  ['这座石头灯塔在风暴中被海浪摧毁。', '这座石头灯塔在风暴中没有被海浪摧毁。', 'other'],
  [
    'Старая каменная башня маяка была разрушена.',
    'Старая каменная башня маяка не была разрушена.',
    'contradicts-negation',
  ],
  ['Старая каменная башня маяка не была разрушена.', 'Старая башня маяка из камня разрушена бурей.', 'other'],
  ['Ο παλιός πέτρινος φάρος καταστράφηκε.', 'Ο παλιός πέτρινος φάρος δεν καταστράφηκε.', 'contradicts-negation'],
  ['המגדלור הישן נהרס בסערה.', 'המגדלור הישן לא נהרס בסערה.', 'contradicts-negation'],
  ['पुराना पत्थर का प्रकाशस्तंभ नष्ट हुआ।', 'पुराना पत्थर का प्रकाशस्तंभ नष्ट नहीं हुआ।', 'contradicts-negation'],
])('%s and %s: %s', (a, b, relation) => {
  const [x, y] = [claim(a), claim(b)]
  expect(statementComparer([x, y, ...background])(x, y)).toBe(relation)
})
