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
    (noThing.test(text) || units.test(text) || (!isNamed && (count < fewest || doing.test(text))))
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
const doing = /^\p{Ll}{3,}ing$/u
const when =
  /^(?:jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?|sept(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|januar|februar|märz|mai|juni|juli|oktober|dezember|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|январ[ья]|феврал[ья]|марта?|апрел[ья]|мая|июн[ья]|июл[ья]|августа?|сентябр[ья]|октябр[ья]|ноябр[ья]|декабр[ья]|one|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|deux|trois|quatre|cinq|douze|tres|cuatro|cinco|два|две|три|четыре|пять)$/iu
