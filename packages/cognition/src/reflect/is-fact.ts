import { momentary } from './cues.ts'

/** Whether a sentence states something that goes on to hold, as far as its verbs and its subject show. */
export function isFact(sentence: string): boolean {
  if (momentary.test(sentence) || pronounFirst.test(sentence)) return false
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sentence)) return presentJapanese.test(sentence)
  if (/\p{Script=Han}/u.test(sentence)) return !/[了过過]/.test(sentence) && Array.from(sentence).length >= 9
  if (/\p{Script=Cyrillic}/u.test(sentence)) return presentRussian.test(sentence) && !pastRussian.test(sentence)
  const isOther = other.test(sentence) && !english.test(sentence)
  return isOther ? !pastOther.test(sentence) : isPresentEnglish(sentence)
}

/** Says something of what was named before, or of who writes. */
const pronounFirst =
  /^(?:it|this|that|these|those|they|he|she|there|here|i|we|you|what|which|nobody|somebody|nothing|everything|es|er|sie|das|dies|ich|wir|ihr|ce|c['’]est|elle|ils|elles|je|nous|on|él|ella|esto|eso|yo|esso|questo|io|noi|zij|hij|ze|dat|dit|ik|wij|we|isto|isso|eu|nós|это|он|она|они|я|мы)(?![\p{L}\p{M}])/iu

const presentJapanese = /(?:です|ます|ません|ある|いる|ない|する|れる|える|きる)[。.]?$/u
const presentRussian =
  /[её]?(?:ет|ёт|ит|ют|ут|ят|ат)(?:ся)?(?![\p{L}\p{M}])|(?<![\p{L}\p{M}])(?:есть|нет)(?![\p{L}\p{M}])| — /u
const pastRussian = /\p{L}{2,}(?:л|ла|ло|ли)(?:сь|ся)?(?![\p{L}\p{M}])/u

/** Small words that the languages of `other` hardly have. */
const english =
  /(?<![\p{L}\p{M}])(?:the|of|and|are|for|with|has|have|from|every|its|their|our|at|by|to|than|not|needs?|only|all|takes?|more)(?![\p{L}\p{M}])/iu

/** Without a subject, as one notes what one did. */
const didFirst =
  /^(?!(?:need|speed|feed|seed|bed|red|embed|breed)\b)(?:\p{L}+ed|ran|wrote|read|took|went|made|sent|did|got|found|spoke|met|saw|swam|built|bought|brought|had|put|cut|set|held|kept|left|lost|paid|rode|sold|spent|taught|threw|won|began|broke|came|drove|drew|ate|gave|heard|off|done|tried|swapped)(?![\p{L}\p{M}])/iu

const lasting =
  'is|are|has|have|can|cannot|must|do(?:es)?|isn|aren|needs?|contains?|costs?|lasts?|takes?|lives?|works?|runs?|uses?|keeps?|holds?|gets?|fails?|starts?|stops?|opens?|clos(?:e|es)|listens?|sends?|accepts?|supports?|requires?|belongs?|lies?|stands?|stays?|sleeps?|grows?|meets?|leaves?|arrives?|sees?|teach(?:es)?|allows?|forbids?|permits?|reports?|stores?|chang(?:e|es)|expires?|weighs?|speaks?|eats?|handles?|returns?|depends?|fills?|reads|writes|begins?|ends?|moves?|becomes?|breaks?|consists?|serves?|shares?|sells?|buys?|gives?|makes?|knows?|shows?|carr(?:y|ies)|covers?|includes?|provides?|offers?|owns?|plays?|pays?|produces?|removes?|measures?|connects?|turns?|drops?|saves?|loads?|lets?|means?|follows?|brings?'
// Any other third person: a word with an s before what a noun is seldom followed by.
const anyPresent =
  '(?!\\p{L}*(?:ness|ess|ous|us|is|ss)\\s)\\p{Ll}{2,}(?:es|s)(?=\\s(?:a|an|the|about|some|its|their|no|all|every|only|up|out|off|at|by|with|from|\\p{N})(?![\\p{L}\\p{M}]))'
const present = new RegExp(`(?<=[\\p{L}\\p{N}"'’)%.]\\s)(?:(?:${lasting})(?![\\p{L}\\p{M}])|${anyPresent})`, 'u')
const past =
  /(?<![\p{L}\p{M}])(?:was|were|had|did|came|went|said|t(?:old|ook)|gave|got|made|wrote|found|saw|(?<!(?:is|are|be|been|has|have|gets?|the|a|an)\s(?:not\s|only\s|always\s|never\s)?)\p{Ll}+[^e\W]ed)(?![\p{L}\p{M}])/u

/** The first verb that shows when is one of now. */
function isPresentEnglish(sentence: string): boolean {
  if (didFirst.test(sentence)) return false
  const now = present.exec(sentence)?.index
  const then = past.exec(sentence)?.index ?? Infinity
  return now !== undefined && now < then
}

/** A subject with an article or a name, in German, French, Spanish, Italian, Dutch and Portuguese. */
const other =
  /^(?:der|die|das|den|dem|ein|eine|jeder?|jedes|unser\p{L}*|le|la|les|l['’]\p{L}+|un|une|chaque|notre|nos|el|los|las|una|cada|nuestr\p{L}+|il|lo|gli|i|ogni|de|het|een|elke?|o|a|os|as|um|uma|in|im|en)\s+\S+(?:\s+\S+){3,}/iu
const pastOther =
  /(?<![\p{L}\p{M}])(?:habe|haben wir|hatten?|waren?|wurden?|bin|kam|ging|heb|heeft .*ge\p{L}+|werd(?:en)?|was|waren|j['’]ai|(?:a|ont) (?:été|\p{L}+é)|avons|était|étaient|he|hemos|ha \p{L}+[dt]o|fue|fueron|estaba|era|ho|abbiamo|è \p{L}+to|foi|foram|\p{L}{2,}(?:ó|aron|ieron|ou|aram|eram|iram)|(?:hat|haben|ist|sind) .*\bge\p{L}+(?:t|en))(?![\p{L}\p{M}])/iu
