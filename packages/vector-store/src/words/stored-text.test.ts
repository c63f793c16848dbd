import fc from 'fast-check'
import { expect, test } from 'vitest'
import { open, row, temporaryFolder } from '../__fixtures__/rows.ts'
import { isUnspaced, splitWord } from '../index.ts'
import { readText, storedText } from './stored-text.ts'

test.each([
  ['tides', ['tides']],
  ['Straße', ['Straße']],
  ['прилив', ['прилив']],
  ['刹车片', ['刹车', '车片']],
  ['猫', ['猫']],
  ['iPhone手机', ['iPhone', '手机']],
  ['昭和33年', ['昭和', '33', '年']],
  ['東京タワー', ['東京', '京タ', 'タワ', 'ワー']],
  ['배추와', ['배추', '추와']],
  ['ต้มยำ', ['ต้ม', 'มย', 'ยำ']],
])('the parts of %j are their own parts', (word, parts) => {
  expect(splitWord(word)).toEqual(parts)
  expect(parts.flatMap(splitWord)).toEqual(parts)
})

test('any text comes back as it was, and one of spaced scripts is stored as it is', () => {
  const piece = fc.oneof(fc.constantFrom('\n\u001e', '\u001e', '\n', '刹车片', 'ไทย', 'word '), fc.string())
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('')
      expect(readText(storedText(text))).toBe(text)
      const isPlain = !isUnspaced(text) && !text.includes('\n\u001e')
      expect(storedText(text) === text).toBe(isPlain || text === '')
    }),
  )
})

const sentences = {
  bicycle: '链条每五百公里要清洗并上油，刹车片每年检查一次。',
  cat: '我家的猫每天睡十六个小时。',
  tower: '東京タワーは昭和三十三年に完成しました。',
  kimchi: '김치는 배추와 고추로 만든다. 물을 마신다.',
  soup: 'ต้มยำกุ้งเป็นอาหารไทยที่มีรสเปรี้ยวและเผ็ด',
  phone: '买了iPhone手机',
  tides: 'The moon makes the tides.',
}

test.each([
  ['刹车片', ['bicycle']],
  ['检查', ['bicycle']],
  ['猫', ['cat']],
  ['タワー', ['tower']],
  ['배추', ['kimchi']],
  ['물', ['kimchi']],
  ['กุ้ง', ['soup']],
  ['เผ็ด', ['soup']],
  ['iphone', ['phone']],
  ['tide', ['tides']],
])('finds %j within a sentence', async (query, ids) => {
  const notes = await open(await temporaryFolder())
  await notes.upsert(Object.entries(sentences).map(([id, text]) => row(id, text)))
  for (const optimized of [false, true]) {
    if (optimized) await notes.optimize()
    const hits = await notes.searchText(query)
    expect(hits.map((hit) => hit.id)).toEqual(ids)
    expect(hits[0]?.text).toBe(Object.entries(sentences).find(([id]) => id === ids[0])?.[1])
  }
})
