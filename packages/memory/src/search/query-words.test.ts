import { expect, test } from 'vitest'
import { countWord, queryWords } from './query-words.ts'

const counts = (query: string, text: string): readonly number[] =>
  queryWords(query).map((word) => countWord(text.normalize('NFC').toLowerCase(), word))

test.each([
  ['刹车片', '链条要上油，刹车片每年检查一次。', [1, 1]],
  ['猫', '我家的猫爱猫粮', [2]],
  ['東京タワー', '東京タワーは', [1, 1, 1, 1]],
  ['김치', '김치는 배추와', [1]],
  ['ต้มยำ', 'ชอบต้มยำกุ้ง', [1, 1, 1]],
  ['iPhone手机', '买了iPhone 手机', [1, 1]],
])('finds %j where nothing shows the ends of words', (query, text, expected) => {
  expect(counts(query, text)).toEqual(expected)
})

test('words of scripts with spaces are found whole, with their endings', () => {
  expect(counts('tide', 'tides, tide, the untidy riptide')).toEqual([2])
  expect(counts('мир', 'мир миро примирение')).toEqual([2])
})
