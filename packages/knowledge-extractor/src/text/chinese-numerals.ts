import type { Numeral } from './numeral.ts'

const values: ReadonlyMap<string, number> = new Map([
  ...Array.from('零一二三四五六七八九', (character, value) => [character, value] as const),
  ...Object.entries({ 〇: 0, 两: 2, 兩: 2 }),
])
const powers: ReadonlyMap<string, number> = new Map(Object.entries({ 十: 10, 百: 100, 千: 1000 }))
const scales: ReadonlyMap<string, number> = new Map(Object.entries({ 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8 }))
/** Those that English has too, so that a source in each language can agree. */
const units: ReadonlyMap<string, string> = new Map(
  '公里:km 千米:km 厘米:cm 毫米:mm 米:m メートル:m 公斤:kg 吨:t 噸:t 小时:h 人:people 美元:USD 欧元:EUR'
    .split(' ')
    .map((entry) => entry.split(':') as [string, string]),
)

const digits = String.raw`(?:\d[\d.,]{0,20}\d|\d)`
const digit = '[〇零一二三四五六七八九两兩]'
const character = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`
/** “十分” is “very”, “一个” an article: a number has two characters, or is one of two to nine before what is counted. */
const inWords = `${digit}[十百千〇零一二三四五六七八九两兩]{1,12}|十[一二三四五六七八九]|[二三四五六七八九两兩](?=${character})`
const unit = `平方公里|平方米|${[...units.keys()].join('|')}`

/** The numbers of Chinese, and those that Japanese writes alike. */
export const chineseNumerals: readonly Numeral[] = [
  { pattern: new RegExp(inWords, 'gu'), read: (found) => valueOf(found)?.toString() },
  {
    pattern: new RegExp(
      String.raw`(?:(?<=${character})(?<inside>${digits})|(?<![\p{L}\p{N}.,/:-])(?<first>${digits})(?=${character}))(?<scale>[万萬亿億]?)(?<measure>${unit})?`,
      'gu',
    ),
    read: (_, { groups: { inside = '', first = inside, scale = '', measure = '' } }) => {
      const number = scale === '' ? first : String(Number(first.replaceAll(',', '')) * (scales.get(scale) ?? 1))
      return ` ${number} ${units.get(measure) ?? measure} `
    },
  },
]

/** 二十四 and 一千七百五十九, or digit by digit as years are: 一七五九. */
function valueOf(words: string): number | undefined {
  const characters = Array.from(words)
  if (characters.every((character) => values.has(character))) {
    const digits = characters.map((character) => values.get(character) ?? 0)
    // “二三” is “two or three”.
    return digits.length === 1 || digits.length === 4 ? Number(digits.join('')) : undefined
  }
  let [sum, last] = [0, 1]
  for (const character of characters) {
    const power = powers.get(character)
    if (power === undefined) last = values.get(character) ?? 0
    else {
      sum += last * power
      last = 0
    }
  }
  return sum + last
}
