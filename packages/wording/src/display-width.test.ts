import { expect, test } from 'vitest'
import { displayWidth } from './display-width.ts'
import { columns } from './format.ts'

test.each([
  ['', 0],
  ['Köln', 4],
  ['Ko\u0308ln', 4],
  ['绿茶', 4],
  ['한국어', 6],
  ['カフェ', 6],
  ['Rocket 🚀', 9],
  ['👩‍👩‍👧', 2],
  ['1️⃣ 🇩🇪', 5],
  ['कोड', 3],
  ['हिन्दी', 5],
  ['क्ष', 2],
  ['น้ำ', 2],
  ['โค้ด', 3],
  ['שָׁלוֹם', 4],
  ['مُراجِع', 5],
  ['𝒜𝒷', 2],
  ['👍🏽', 2],
  ['Москва — ↳ …', 12],
  ['\u001b[32mok\u001b[39m', 2],
])('%j takes %i columns', (text, width) => {
  expect(displayWidth(text)).toBe(width)
})

test('columns stay aligned behind wide characters', () => {
  expect(
    columns([
      ['1', '绿茶', '0.73'],
      ['2', 'Water', '0.42'],
    ]),
  ).toEqual(['1  绿茶   0.73', '2  Water  0.42'])
})
