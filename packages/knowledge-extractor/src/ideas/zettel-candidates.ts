import type { ExtractedDocument } from '@datacortex/plugin'
import { plainMarkdown } from '../statements/plain-markdown.ts'
import { stopWords, textLanguage } from '@datacortex/text'
import { contentTerms } from '../text/content-terms.ts'
import { type TextAnalysis, rankAnalysed } from '../text/analyse-text.ts'
import type { Sentence } from '../text/split-sentences.ts'
import type { Passage } from './passage.ts'
import { placeFinder } from './place-finder.ts'

export type Idea = { readonly title: string; readonly text: string; readonly quote: Passage }

/** The sentences of a document that can be understood alone, best first, each with its context as quotation. */
export function ideaCandidates(
  document: ExtractedDocument,
  {
    limit,
    analysis,
    actions = [],
  }: { limit: number; analysis: TextAnalysis; /** What somebody is to do is none. */ actions?: readonly string[] },
): readonly Idea[] {
  const { sentences } = analysis
  if (document.genre === 'listing') return []
  const isOfGoods = document.genre === 'product' || document.genre === 'collection'
  const place = placeFinder(document)
  const ranked = rankAnalysed(analysis, { early: 0.35 })
  const ideas: Idea[] = []
  const sorted = ranked
    .map((one) => ({ ...one, text: plainMarkdown(one.sentence.text).replace(lead, '') }))
    .map((one) => ({ ...one, order: Number(isOrder(one.text)) }))
    .sort((a, b) => a.order - b.order || b.score - a.score || a.sentence.start - b.sentence.start)
  const isClaimed = (): boolean => ideas.some(({ text }) => !isOrder(text))
  for (const { sentence, text, order } of sorted) {
    if (ideas.length >= limit || (order === 1 && isClaimed())) break
    if (
      sentence.text.includes('![') ||
      isOfMethod(place(sentence).heading) ||
      !standsAlone(text) ||
      (isOfGoods && isAlone(sentence, sentences))
    )
      continue
    if (actions.some((action) => action.includes(text.slice(0, 60)))) continue
    const quote = withContext(sentence, { sentences, text: document.text })
    if (contentTerms(text).length < termsOfItsOwn && contentTerms(quote.text).length < fewestTermsOfQuote) continue
    if (ideas.some((idea) => idea.quote.start < quote.end && quote.start < idea.quote.end)) continue
    ideas.push({ title: text, text, quote: place(quote) })
  }
  return ideas
}

/** Whether it is all of its paragraph, as a label or the name of an offer is. */
function isAlone(sentence: Sentence, sentences: readonly Sentence[]): boolean {
  const at = sentences.indexOf(sentence)
  return [sentences[at - 1], sentences[at + 1]].every((other) => other?.paragraph !== sentence.paragraph)
}

const fewestTerms = 6
const mostWords = 40
/** A thought with less around it would be a stub. */
const fewestTermsOfQuote = 12
const termsOfItsOwn = 7
const mostQuoteCharacters = 700

/** Whether a sentence is a statement that says enough, and points to nothing outside itself. */
export function standsAlone(sentence: string): boolean {
  return contentTerms(sentence).length >= fewestTerms && pointsNowhere(sentence)
}

/** The same of any length, such as a statement that somebody has put shortly. */
export function pointsNowhere(sentence: string): boolean {
  // What is shortened behind a word does not change which word it is: `you’ll`, `it's`.
  const words = (sentence.match(/[\p{L}\p{M}\p{N}’'-]+/gu) ?? []).map((word) =>
    word.replace(/(?<=.)(?:n['’]t|['’]\p{L}{1,2})$/iu, ''),
  )
  if (words.length > mostWords) return false
  if (!/^["'“„(*_]*[\p{Lu}\p{N}\p{Lo}]/u.test(sentence) || !/[.!。।۔։።][)"'”’»*_]*$/u.test(sentence)) return false
  if (/["“”„«»]|https?:|\]\(|\||[{}<>]|[?？؟]|[か吗呢]。?$/.test(sentence.replaceAll(shortQuotes, '$1'))) return false
  if (label.test(sentence) || elsewhere.test(sentence)) return false
  if (/^\W{0,3}[AQ]:/.test(sentence) || pointingAt.test(sentence) || answering.test(sentence)) return false
  if (pointingSigns.test(sentence)) return false
  const first = (words[0] ?? '').toLowerCase()
  // `Das Haus`, `das alte Haus` is an article.
  const isArticle = /^\W{0,3}Das (?:\p{Ll}+e )?\p{Lu}/u.test(sentence)
  if ((pointing.has(first) && !isArticle) || verbs.has(first)) return false
  if (calling.test(sentence) || imprint.test(sentence) || meeting.test(sentence)) return false
  // Early in a sentence they stand for somebody or something that was named before it.
  const start = words.slice(0, 6).map((word) => word.toLowerCase())
  if (start.slice(0, 5).some((word) => substitutes.has(word)) || start.some((word) => linking.test(word))) return false
  if (such.test(sentence)) return false
  const own = personal[textLanguage(sentence) ?? ''] ?? Object.values(personal).join('')
  return !words.some((word) => word !== 'US' && own.includes(` ${word.toLowerCase()} `))
}

/** An instruction is no claim, and an idea only of a text that has no other: `Rinse the tank`, `Spülen Sie den Tank`, `Rincez le réservoir`, `Промойте бак`. */
function isOrder(sentence: string): boolean {
  const first = /[\p{L}\p{M}]+/u.exec(sentence)?.[0].toLowerCase() ?? ''
  if (/^(?:\p{Lu}\p{L}+en\sSie|(?!assez|chez)\p{L}{3,}ez(?:-\p{L}+)?|\p{L}{2,}[йи]те(?:сь)?)\s|^请/iu.test(sentence))
    return true
  if (!/^[a-z]{2,}(?<!ing|ed|ly|s)$/.test(first) || stopWords.has(first) || beforeArticle.test(first)) return false
  return /^\W{0,3}\w+ (?:the|an?|all|any|each|your|both) /.test(sentence)
}

/** What stands before an article in English and is no verb. */
const beforeArticle =
  /^(?:unlike|despite|given|half|twice|[ai]long(?:side)?|inside|outside|near|behind|beyond|beneath|towards?|around|throughout|what(?:so)?ever|when(?:ever|ce)|where(?:ver|as)|whether|(?:al)?though|unless|amid|opposite|provided|past|rather|quite|every|n?either)$/

/** A name for what follows, set before it with an arrow. */
const lead = /^[^→⇒.]{2,80}\s[→⇒]\s+/u

/** How something was found out is no idea of it. */
export function isOfMethod(heading = ''): boolean {
  return methods.test(heading.replace(/^(?:\d{1,2}(?:\.\d{1,2})*\.?\s)/, ''))
}

const methods =
  /^(?:materials? and methods?|methods?(?: and materials?)?|methodology|experimental (?:set-?up|design|methods?)|data collection|methodik|methoden?|material und methoden?|méthodes?|matériels? et méthodes|métodos?|materiales y métodos|методы|материалы и методы|方法|研究方法|材料与方法|材料と方法)$/iu

/** Terms in quotation marks, inside of a sentence. */
const shortQuotes = /(?<=\p{L}.{0,400}[\s(])["“„«]\s?([\p{L}\p{N}-]+(?:\s[\p{L}\p{N}-]+){0,2})\s?["”“»](?=[\s,.;)])/gu
/** `Note: …`, `Ben: …` */
const label = /^[\p{L}][\p{L}\p{M} .'’-]{0,30}[:：]\s/u
/** What stands there, or is counted from the day when it was said, is not here. */
const elsewhere =
  /\b(?:little is known|remains? (?:unclear|unknown)|organi[sz]ed as follows|(?:be|make) sure (?:to|that))\b|\b(?:table|figure|fig\.|section|chapter|appendix|equation|abbildung|tabelle|kapitel|abschnitt|tableau|figura|tabla)\s\d|(?:рис|табл)\.\s\d|[図表图]\s?\d|\b(?:telles?|tels|above-mentioned|aforementioned|derartigen?|following|folgenden?|suivante?s?|siguientes?)\b|\b(?:tomorrow|yesterday|tonight|(?:next|last) week|gestern|demain|ayer)\b|übermorgen|завтра|вчера|明日|昨日|明天|昨天|今晚|今夜|следующ|以下|上述|[我你您]|大家|咱们|私(?:は|が|の|たち)|ください|ましょう|欢迎/iu

const pointing = new Set(
  (
    'not it this that these those they he she his her their its such both here there then thus so but and or however ' +
    'therefore moreover furthermore also instead meanwhile another others yet still first second third finally ' +
    'likewise hence consequently nevertheless additionally again next later earlier ' +
    'er sie es dies diese dieser dieses das sein ihr ihre solche hier dort dann so aber und oder jedoch deshalb ' +
    'daher außerdem dennoch zudem dabei dafür damit danach davon davor darüber auch beide zunächst schließlich ' +
    'il elle ils elles ce cela ça ces cette cet celui celle ceux ceci leur leurs ainsi donc mais puis ensuite enfin or ' +
    'pourtant cependant él ella ellos ellas esto eso estos estas ese esa esos esas su sus así pero entonces luego además ' +
    'también он она оно они это этот эта эти его её их поэтому однако но затем потом там тогда также'
  ).split(' '),
)
/** The same of scripts without blanks. */
const pointingSigns =
  /^(?:这|那|它|他|她|此|其|该|因此|所以|但|而且|并且|然而|不过|同时|另外|例如|比如|于是|然后|最后|首先|其次|也|还|これ|それ|その|この|あれ|そこ|ここ|しかし|また|そのため|彼|さらに|例えば|たとえば|一方|ただし|なお|つまり|そして|だから|次に)/u
/** Among the first words: what is said differs from something that was said before, or follows from it. */
const linking =
  /^(?:dagegen|hingegen|jedoch|allerdings|indessen|dennoch|ebenfalls|deshalb|daher|somit|folglich|cependant|toutefois|pourtant|однако|напротив|зато)$/
/** In the first clause, whatever stands before it. */
const such =
  /^[^,;:，；]{0,80}(?<!\p{L})(?:such (?!as\b)|solche[nrs]?\s|(?:derart|dergleichen)\s|так(?:ой|ая|ое|ие|ого|их|им|ую)\s)/iu
/** When people meet again is for the calendar. */
const meeting =
  /^\W{0,3}(?:(?:the |our )?next (?:meeting|session)|(?:die |das )?nächste[sn]? (?:sitzung|besprechung|versammlung|treffen)|(?:la )?prochaine (?:réunion|séance)|la próxima (?:reunión|sesión)|следующ(?:ее|ая) (?:заседание|собрание|встреча)|次回の?(?:会議|会合)|下次(?:会议|开会))/iu
/** In two words or three what the words above are in one. */
const pointingAt =
  /^\W{0,3}(?:(?:in (?:addition|particular|contrast|turn|fact|short|sum|other words)|at the same time|for (?:example|instance)|of course|as (?:a result|such)|on the (?:other hand|contrary)|after that|by contrast|to (?:this|that) end|(?:that|having) said|even so|the (?:same|former|latter|others?)|par (?:exemple|contre|conséquent)|en (?:outre|effet|revanche)|de plus|au contraire|sin embargo|por (?:eso|tanto|lo tanto|ejemplo)|en cambio|no obstante|darüber hinaus|zum beispiel|im gegensatz|im gegenteil|aus diesem grund|in diesem)\b|(?:кроме того|при этом|в то же время|тем не менее|таким образом|в частности|в результате)(?!\p{L}))/iu
/** At its end a sentence may say that another one stands before it. */
const answering = /, (?:however|though|too|either|instead|as well)[.!]\W{0,3}$/iu
/** A statement that begins with one has lost its subject. */
const verbs = new Set(
  'would could should might must can may will does did has have had is are was were want wants need needs'.split(' '),
)
/** To visitors of the page, or about when a post was changed. */
const calling =
  /^\W{0,3}(?:(?:please|click|tap|subscribe|browse|shop|buy|hear|see|sign (?:up|in)|log ?in|join (?:us|our|now)|visit|discover|read more|learn more|last edited|edit(?:ed)?|read|make sure|note|bitte|beachten|veuillez|merci|debe|recuerde|por favor|пожалуйста|klick(?:e|en|t)?|jetzt \p{L}+en)(?!\p{L})|(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.? \d)/iu
const imprint =
  /\btrademarks? (?:of|or)\b|\ball rights reserved\b|^\W{0,3}(?:©|copyright\b)|\beingetragene (?:marke|warenzeichen)/iu
const substitutes = new Set(
  (
    'he she they him her them his their this these those dies diese dieser diesem diesen dieses jene solche solchen ' +
    'cette cet ces celui celle ceux esta estos estas ese esa esos esas этот эта эти этого этой этих'
  ).split(' '),
)
/** By language: `du` is “you” in German and “of the” in French. */
const personal: Readonly<Record<string, string>> = {
  en: ' i me my mine myself you your yours us ive we our ours ',
  de: ' ich mich mir mein meine du dich dir dein wir uns unser unsere unseren unserem ihr euch ',
  fr: ' je tu nous vous moi toi mon ma mes notre nos votre vos ',
  es: ' yo nos nosotros vosotros nuestro nuestra nuestros nuestras vuestro hemos usted ustedes ',
  ru: ' я мы ты вы меня мне нас нам вас вам мой моя наш наша наши ваш ваша ',
}

/** The sentence with its neighbours in the paragraph, as far as they fit. */
function withContext(sentence: Sentence, { sentences, text }: { sentences: readonly Sentence[]; text: string }) {
  const at = sentences.indexOf(sentence)
  let [start, end] = [sentence.start, sentence.end]
  const next = sentences[at + 1]
  if (next?.paragraph === sentence.paragraph && next.end - start <= mostQuoteCharacters) end = next.end
  const before = sentences[at - 1]
  const isThin = contentTerms(text.slice(start, end)).length < fewestTermsOfQuote
  if (isThin && before?.paragraph === sentence.paragraph && end - before.start <= mostQuoteCharacters)
    start = before.start
  return { text: text.slice(start, end), start, end }
}
