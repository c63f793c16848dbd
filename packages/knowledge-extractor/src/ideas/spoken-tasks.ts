import { mailField } from '@datacortex/content'
import type { ExtractedDocument } from '@datacortex/plugin'
import { splitSentences } from '../text/split-sentences.ts'

type Spoken = {
  /** The part of a text in which somebody is asked for something. */
  readonly said: string
  readonly isTalk: boolean
  readonly withAssistant: boolean
  readonly attendees: readonly string[]
}

/** What people ask each other to do, and promise, in chats, mail and minutes; nothing of any other text. */
export function spokenTasks(document: ExtractedDocument, { speaks }: { readonly speaks: boolean }): readonly string[] {
  const spoken = spokenPart(document, { speaks })
  if (spoken === undefined) return []
  const { said, isTalk, withAssistant, attendees } = spoken
  return said
    .split('\n')
    .flatMap((line) => splitSentences(line.replace(turn, '')))
    .map(({ text: sentence }) => sentence.replace(opening, ''))
    .filter((sentence) => sentence.length <= 300 && sentence.length > 7 && !idle.test(sentence))
    .filter(
      (sentence) =>
        (isTalk && promises.some((rule) => rule.test(sentence))) ||
        (isTalk && !withAssistant && requests.some((rule) => rule.test(sentence))) ||
        isAssigned(sentence, attendees),
    )
}

/** Where people speak to each other or of what they agreed on; undefined of a text that nobody is asked by. */
export function spokenPart(document: ExtractedDocument, { speaks }: { readonly speaks: boolean }): Spoken | undefined {
  const { text, conversation } = document
  const attendees = attendeesOf(text)
  const isMail = (text.slice(0, 3000).match(mailField)?.length ?? 0) > 1
  // A few words of the person, and no page that somebody has copied.
  const isShort = text.length < 1500 && !/^#{1,6}\s|^\d{1,2}\.\s/m.test(text)
  const isTalk = conversation !== undefined || isMail || hasTurns(text) || (speaks && isShort)
  if (!isTalk && attendees.length === 0) return undefined
  // What a person asks an assistant is done by it, and what that says is no promise.
  const withAssistant = conversation?.speakers.includes('User') === true
  const said = withAssistant ? ownTurns(document) : isMail ? withoutQuoted(text) : text
  return { said, isTalk, withAssistant, attendees }
}

/** `Anna: `, `[12.03.22, 14:08:18] Anna: ` */
export const turn: RegExp =
  /^\s*(?:\[[^\]\n]{4,40}\]\s*)?(?:\*\*)?[\p{L}][\p{L}\p{M}\p{N}_ .'’-]{0,30}(?:\*\*)?[:：](?:\*\*)?\s+/u
const opening =
  /^(?:ok(?:ay)?|so|and|und|also|well|great|sure|yes|ja|gut|thanks|danke|super|hi|hey|hello|hallo)[,.!]?\s+(?=\p{L}|¿)/iu

/** Several names that speak by turns. */
export function hasTurns(text: string): boolean {
  const names = text.split('\n', 400).flatMap((line) => {
    const name = turn.exec(line)?.[0]
    return name === undefined ? [] : [name.replace(/^\s*\[[^\]]*\]\s*/, '').trim()]
  })
  return names.length >= 4 && new Set(names).size >= 2 && new Set(names).size <= names.length / 2
}

function ownTurns({ text, blocks }: ExtractedDocument): string {
  return blocks
    .filter(({ speaker }) => speaker === 'User')
    .map(({ start, end }) => text.slice(start, end))
    .join('\n')
}

/** What a mail answers was asked of its writer, and what stands below is the same in each. */
function withoutQuoted(text: string): string {
  const lines = text.split('\n')
  const end = lines.findIndex((line) => /^-- ?$/.test(line))
  return lines
    .slice(0, end === -1 ? undefined : end)
    .filter((line) => !/^\s*>/.test(line))
    .join('\n')
}

/** Last names of those who were there. */
function attendeesOf(text: string): readonly string[] {
  const list =
    /^[*_]{0,2}(?:present|attendees|participants|anwesend|teilnehmer|présents?|asistentes|присутствовали|出席者?|参会人员)[^:：\n]{0,40}[:：]\s*(.{3,500})$|出席者?\s*[:：]\s*(.{3,500})$/imu.exec(
      text,
    )
  return (list?.[1] ?? list?.[2] ?? '')
    .replaceAll(/\([^)]*\)/g, '')
    .split(/[,;、，]|\s(?:and|und|et|y|и)\s/u)
    .flatMap((name) => name.trim().match(/[\p{L}’'-]{2,}(?=[.。]?$)/u)?.[0] ?? [])
}

/** `K. Lund will ask …`, `Herr Timm holt bis Ende Mai …`: somebody who was there, and what they are to do. */
function isAssigned(sentence: string, attendees: readonly string[]): boolean {
  const start = sentence.slice(0, 40)
  const name = attendees.find((one) => start.includes(one))
  if (name === undefined || start.indexOf(name) > 12) return false
  const rest = sentence.slice(start.indexOf(name) + name.length)
  return charged.test(rest) || due.test(rest)
}

/** Behind a name: that somebody is to do something, or takes it on. */
const charged =
  /^\s(?:will|to|shall|agree[ds] to|takes (?:care of|on)|wird|soll|übernimmt|kümmert sich|va|doit|se charge|s['’]occupe|debe|se (?:encarga|ocupa)|должен|должна|бер[её]т на себя|возьм[её]т на себя|отвечает за)\s|^\s(?:(?:se|le|les|lo|la|en|y)\s)?(?!(?:ser|au|pour|voudr|ten|tendr|est|hab|pod|vend)[ra]{1,2}[áa]?n?\s)\p{L}{3,}(?:rá|rán|era|ira|dra|ront)\s|^(?:负责|将|会)|^(?:さん|氏)?[がは].{2,}担当/u

const due =
  /\b(?:by|until|before) (?:the )?(?:\d|mon|tue|wed|thu|fri|sat|sun|end|next|tomorrow|tonight|noon|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\bbis (?:zum )?(?:\d|ende|mitte|anfang|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|morgen)|\bavant (?:le|la|fin|lundi|mardi|mercredi|jeudi|vendredi)|\bantes del?\b|до (?:\d|конца|понедельника|пятницы)|までに|之前/iu

/** A sentence of talk that asks nobody for anything, whatever it looks like: of talk itself, of guesses, of what was. */
export const idle: RegExp =
  /^(?:please note|bitte beachten|(?:let['’]?s|let us) (?:see|say|assume|face|suppose|imagine|hope|be honest)\b)|\b(?:can|could|would) you (?:believe|imagine|post|say|explain why)\b|\b(?:must|should|would|could|might) have\b|\bwe['’]ll see\b|\bwe will see\b|\b(?:I['’]ll|I will|we['’]ll|we will) (?:be|never|not|have|miss|always|probably|see|say|think|admit|love|hate|know|get used)\b|\b(?:have|need|must|has) to (?:say|admit|laugh|agree|be|think|wonder|confess)\b|nicht|\bkeine?\b|\bconfidential\b|\b(?:I['’]ll|I will|we['’]ll|I['’]m going to) (?:go (?:for|with)|opt for|stick with|choose|take (?:the|an?|this|that|these|those|it|them|one|two|three)\b[^.]*\b(?:ones?|then|please|instead|thanks))\b|^(?:dann )?(?:ich )?nehmen? (?:ich|wir)?[^.]*\b(?:dann|bitte|lieber)\b|^je (?:vais prendre|prendrai)\b.*(?:alors|plutôt|s['’]il)|^(?:me (?:llevaré|quedaré)|(?:voy|vamos) a (?:tomar|llevarme|quedarme)|tomaré|cogeré)(?!\p{L}).*(?:entonces|mejor|por favor)|^я (?:возьму|выберу|закажу) .*(?:тогда|лучше|пожалуйста)|^我(?:就|来)?(?:要|选|买).*(?:吧|好了)/iu

const requests: readonly RegExp[] = [
  /^(?:(?:could|can|would|will) you\s+(?:please\s+|also\s+|kindly\s+)?\p{L}+\s|(?:please|kindly)\s+\p{L}+)/iu,
  /\b(?:could|can|would) you (?:please |also )?(?:send|ask|bring|check|write|call|order|book|look|tell|share|add|fix|update|review|prepare|confirm|forward|print|let)\b/iu,
  // Where `please` stands behind what is asked.
  /^(?!(?:yes|no|ja|nein|oui|non|sí|да|нет|вот)\b)\p{L}+\s[^?]*,? please[.!]?$|^(?!(?:ich|wir|er|sie|es|das|ja|nein)\s)\p{L}+\s(?:\p{L}+\s){0,4}bitte\s\p{L}{2}|^\p{L}[^?]+\s(?:s['’]il (?:te|vous) pla[iî]t|por favor)(?!\p{L})|(?:ите|йте|[иьй])(?:сь|ся)?,? пожалуйста(?!\p{L})/iu,
  /^(?:remember|make sure|don['’]t forget|be sure)\s+to\s/iu,
  /^let['’]?s\s+\p{L}+\s/iu,
  /^(?:we|you|I)(?: need| have|['’]ve got) to\s+\p{L}+\s/iu,
  /^bitte\s+(?!sehr|schön)\p{L}|^(?:denk|denkt|denken sie)\s(?:bitte\s)?(?:daran|an)\s|^nicht vergessen/iu,
  /^(?:kannst|könntest|könnt|könntet|können|könnten|würdest|würden)\s(?:du|ihr|sie)\s/iu,
  /^(?:wir|ihr|du) (?:müssen|müsst|musst|sollten|solltet|solltest)\s(?!ja\s)\p{L}+\s/iu,
  /^(?:merci (?:de|d['’])\s?(?!rien)\p{L}|(?:peux|pourrais)-tu\s|(?:pouvez|pourriez)-vous\s|s['’]il (?:te|vous) pla[iî]t,?\s\p{L}|n['’]oublie[sz]? pas\s)/iu,
  /^[¿¡]?(?:puedes|podrías|puede usted|podría|podéis|pueden)\s\p{L}+r(?:me|nos|lo|la|te|le)?\s|^por favor,?\s\p{L}|^no olvides\s/iu,
  /^(?:пожалуйста,?\s(?!не за)\p{L}|(?:можешь|можете|не могли бы вы|мог бы ты)\s\p{L}|не забудь(?:те)?\s)/iu,
  /^(?:请(?!问|注意)|麻烦你?|能不能请?你?|别忘了)|(?:してください|て下さい|てください|お願いします|てもらえますか)[。！]?$/u,
]

const days = '(?:morgen|heute|übermorgen|nachher|gleich|am \\p{Lu}\\p{L}+tag|am mittwoch|bis |nächste|diese woche)'
const promises: readonly RegExp[] = [
  /^(?:I['’]ll|I will|we['’]ll|we will|I['’]m going to|I am going to|we['’]re going to)\s+(?:also\s+|then\s+)?\p{L}+\s\p{L}/iu,
  new RegExp(`^ich\\s\\p{L}+(?:e|te)\\s.*\\b${days}|^(?:ich|wir)\\s(?:werde|werden)\\s.*\\p{L}en[.!]?$`, 'iu'),
  /^(?:je vais|nous allons|on va)\s(?!bien|mal|voir|très)\p{L}+(?:er|ir|re|oir)\s|^je (?:t|vous |te |l)?['’]?\p{L}+rai\s/iu,
  /^(?:yo\s)?(?:voy|vamos) a\s(?!ver|decir)\p{L}+r(?:lo|la|le|te)?\s|^yo\s\p{L}+o\s.*(?:mañana|hoy|lunes|martes|miércoles|jueves|viernes|tarde)/iu,
  // What is done once, as the syllable before the verb says, is still to come.
  /^я\s(?:за|по|на|при|от|вы|до|про|пере|под|рас|с(?=[дкптхз]))(?!\p{L}*(?:[аея]ю|хожу|вожу|ношу|мню)(?:сь)?\s)\p{L}{2,}[юу](?:сь)?\s/iu,
  // A future of one word, and what somebody takes on or wants to be reminded of.
  /^(?:yo\s)?(?:(?:te|os|les?|lo|la|nos)\s){0,2}(?!(?:ser|estar|podr|habr|tendr)[eé])\p{L}{3,}[aei]r(?:é|emos)\s|^nous \p{L}{2,}rons\s/iu,
  /^(?:ich kümmere mich|yo me (?:encargo|ocupo)|je m['’](?:en )?(?:occupe|charge)|(?:я )?(?:беру на себя|займусь)|remind me to|erinnere mich (?:bitte )?(?:daran|an)|rappelle-moi de|recuérdame|напомни(?:те)? мне)(?!\p{L})/iu,
  /^я\s\p{L}+[юу]\s.*(?:завтра|сегодня|в (?:понедельник|вторник|среду|четверг|пятницу)|до )/iu,
  /^我(?:会|来|去|明天|今天|马上)(?!说|想|觉得|是)|(?:私が|(?:明日|今日中に|今夜|来週)(?!.*(?<!明日|今夜|来週|私)[はが])).{2,}ます[。！]?$/u,
]
