import type { KeyPhrase } from '../text/key-phrases.ts'
import { contentTerms } from '../text/content-terms.ts'
import { labelWords } from '../text/label-words.ts'

/** Whether a phrase can name what a text is about. */
export function isTopic(
  { text, count = fewest }: Pick<KeyPhrase, 'text'> & Partial<Pick<KeyPhrase, 'count'>>,
  title = '',
): boolean {
  const words = text.split(' ')
  if (words.length > mostWords || words.some((word) => when.test(word))) return false
  const isNamed = contentTerms(title).includes(contentTerms(text)[0] ?? '')
  // A word that a text uses in passing is often none for a thing; one for a thing returns.
  if (
    words.length === 1 &&
    (noThing.test(text) ||
      units.test(text) ||
      (!isNamed && (count < fewest || doing.test(text) || measures.test(text))))
  )
    return false
  // A short name is one of capitals.
  if (words.length === 1 && text.length < 3 && text !== text.toUpperCase()) return false
  return words.some((word) => !labelWords.has(word.toLowerCase()))
}

const mostWords = 3
const fewest = 3
/** Verbs and adverbs of English by their endings. */
const noThing = /^\p{Ll}{2,}(?:[^e]ed|\p{Ll}ly)$/u
/** Of time, by which everything is counted. */
const units =
  /^(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|jahr(?:e[sn]?)?|monat(?:e[ns]?|s)?|tage[ns]?|wochen?|stunden?|minuten?|sekunden?|années?|ans|mois|semaines?|jours?|heures?|años?|mes(?:es)?|semanas?|días?|horas?|minutos?|год(?:а|у|ы|ом|ах)?|лет|месяц(?:а|ев|ы)?|недел(?:я|и|ю|ь)|дн(?:я|ей|и)|день|час(?:а|ов|ы)?|минут[аы]?)$/iu
/** Of anything else, where a text is not about them. */
const measures =
  /^(?:(?:kilo|centi|milli)?(?:met(?:re|er)s?|grams?|gramm|litres?|liters?|hertz|watt(?:s|stunden?)?|mètres?|grammes?|metros?|gramos?|litros?|метр(?:а|ов|ы)?|грамм(?:а|ов)?|ватт)|kilo[sn]?|miles?|feet|foot|inch(?:es)?|acres?|he[ck]tar(?:es?|en)?|tonn(?:es?|en)|toneladas?|degrees?|grad|degrés?|grados?|volts?|percent|prozent|euros?|dollars?|pounds?|pence|cents?|crowns?|kronen|francs?|franken|pesos?|mega?bytes?|килограмм\p{L}{0,2}|километр\p{L}{0,2}|литр\p{L}{0,2}|тонн[аы]?|градус\p{L}{0,2}|процент\p{L}{0,2}|рубл\p{L}{1,2}|евро|公里|千米|公斤|千克|平方米|摄氏度|百分之\p{L}?|美元|万元|亿元|メートル|キロ(?:メートル|グラム)?|グラム|リットル|パーセント|万円|ドル)$/iu
const doing = /^\p{Ll}{3,}ing$/u
const when =
  /^(?:jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?|sept(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|januar|februar|märz|mai|juni|juli|oktober|dezember|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|январ[ья]|феврал[ья]|марта?|апрел[ья]|мая|июн[ья]|июл[ья]|августа?|сентябр[ья]|октябр[ья]|ноябр[ья]|декабр[ья]|one|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|deux|trois|quatre|cinq|douze|tres|cuatro|cinco|два|две|три|четыре|пять)$/iu
