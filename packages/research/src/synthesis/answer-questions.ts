import { type Meaning, contentTerms } from '@datacortex/knowledge-extractor/text'
import { type Claim } from '../claims/claim.ts'
import { byScore } from '../claims/cluster-claims.ts'

/** A question of the topic with the best passage of what was read, if one answers it. */
export type Answer = {
  readonly question: string
  readonly claim?: Claim | undefined
}

/**
 * The questions that a topic asks, each for itself; none of a topic that only names something.
 * @example questionsOf('Who built it and when was it opened?') // ['Who built it?', 'When was it opened?']
 */
export function questionsOf(topic: string): readonly string[] {
  const parts = topic
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[?？؟])\s*|(?:;|(?<=[.!。]))\s+/u)
    .flatMap((part) => part.split(conjunction))
    .map((part) => part.replace(/[\s,?？؟]+$/u, '').trim())
  const isAsked = /[?？؟]/u.test(topic)
  return [...new Set(parts)]
    .filter((part) => questionWord.test(part) || (isAsked && parts.length === 1 && part !== ''))
    .map(
      (part) =>
        `${part.slice(0, 1).toUpperCase()}${part.slice(1)}${/\p{Script=Han}|\p{Script=Hiragana}/u.test(part) ? '？' : '?'}`,
    )
    .slice(0, mostQuestions)
}

const mostQuestions = 12

const asking =
  'how|what|when|where|which|who|whom|whose|why|wie|was|wann|wo|welche[rsnm]?|wer|wen|wem|warum|wieso|weshalb|comment|que|quoi|quand|où|quel(?:le)?s?|qui|pourquoi|combien|cómo|qué|cuándo|dónde|cuál(?:es)?|quién(?:es)?|por qué|cuánt[oa]s?|как|что|когда|где|как(?:ой|ая|ое|ие)|кто|почему|зачем|сколько|is|are|was|were|does|do|did|can|has|have|ist|sind|kann|hat|est-ce'
const questionWord = new RegExp(
  `^[¿"“„«(]*(?:(?:${asking})(?![\\p{L}\\p{M}])|(?:in|at|by|from|to|for|with|since|seit|von|mit|bei|depuis|de|desde|с) (?:${asking})(?![\\p{L}\\p{M}]))|(?:什么|怎么|如何|为什么|何时|谁|哪|多少|几|いつ|どこ|なぜ|誰|どう|何)`,
  'iu',
)
const conjunction = new RegExp(`,?\\s(?:and|und|et|y|и)\\s(?=(?:${asking})\\s)`, 'iu')

/** What kind of thing an answer has to have. */
const kinds: readonly { readonly asked: RegExp; readonly has: (claim: Claim) => boolean }[] = [
  {
    asked:
      /\bhow (?:many|much|long|far|old|high|large|big|deep|tall|often|thick|thin|wide|heavy|hot|warm|cold|fast|slow|small|expensive|loud|bright)\b|\bwie ?(?:viele?|lange|weit|alt|hoch|groß|tief|oft|dick|dünn|breit|schwer|heiß|warm|kalt|schnell|langsam|klein|teuer|laut|hell)\b|\b(?:at|to|of) (?:what|which) (?:temperature|speed|depth|height|distance|price|pressure|age)\b|à quelle (?:température|vitesse|profondeur|hauteur|distance|altitude|pression)|\ba qué (?:temperatura|velocidad|profundidad|altura|distancia|presión)|\bqué tan |при какой (?:температуре|скорости)|на какой (?:глубине|высоте)|combien|cuánt|сколько|多[少长高深厚重远快久宽]|几(?!乎)|いくつ|何(?:人|年|回|本|個|度|メートル|キロ|円)|どのくらい|どれくらい/iu,
    has: ({ numbers, years }) => numbers.length + years.length > 0,
  },
  {
    asked: /\b(?:when|wann|quand|(?:what|which) year)\b|cuándo|когда|何时|什么时候|哪一?年|いつ/iu,
    has: ({ numbers, years }) => numbers.length + years.length > 0,
  },
  { asked: /^\W*(?:who|wer|qui|quién|кто|谁|誰)(?!\p{L})/iu, has: ({ names }) => names.length > 0 },
  {
    asked: /^\W*(?:why|warum|wieso|weshalb|pourquoi|por qué|почему|为什么|なぜ)/iu,
    has: ({ plain }) => because.test(plain),
  },
]
const because =
  /\b(?:because|since|due to|owing to|so that|therefore|thus|causes?|caused|reason|leads? to|weil|da|denn|deshalb|wegen|damit|grund|parce|car|afin|grâce|cause|porque|debido|para|потому|из-за|чтобы|поэтому)\b|因为|由于|所以|ため|から|ので|потому|из-за|чтобы/iu

/** The verb of a question whose subject is asked for: `What kills bees?`, `Wer baute die Schleuse?` */
const doing =
  /^\W*(?:what (?=\p{L}+(?:s|ed)\s)|who |was (?=\p{L}+t(?:en?)?\s)|wer |qu['’]est-ce qui |qui |qué (?=\p{L}+(?:a|e|ó|n)\s(?:el|la|los|las|al?|una?)\s)|quién |что |кто |什么(?=\p{Script=Han})|谁(?=\p{Script=Han}))(\p{Script=Han}{2}|\p{L}+)(?!\s(?:are|is|do|does|did|can|was|were|have|has)\s)/iu
/** Beginnings of words, and signs, that say the same act. */
const acts: readonly RegExp[] = [
  'kill|die[sd]?\\b|dying|dead|fatal|lethal|poison|töt|tod|sterb|starb|tu(?:e|é|er)\\b|meur|mort|mata|muer|убива|убил|гибн|гибел|погиб|смерт 杀|致死|死亡',
  'caus|lead|led\\b|due|because|trigger|result|verursach|bewirk|führ|wegen|provo|entraîn|вызыва|вызва|привод|привел|из-за 因为|导致|引起|造成',
  'buil|construct|erect|bau|gebaut|errichte|constru|bâti|строи|постро|возв[её] 建',
  'inven|discover|find|found|develop|erf[ia]nd|erfund|entdeck|entwickel|découv|trouv|descub|изобр|откры|разраб 发明|发现',
  'prevent|stop|protect|avoid|hinder|verhinder|schütz|empêch|protèg|évit|impid|proteg|предотвр|защища 防',
].map((said) => new RegExp(`(?<!\\p{L})(?:${said.replace(' ', ')|')}`, 'iu'))

/** Whether a claim says what a question says that is done. */
function saysAct(question: string, { plain, terms }: Claim): boolean {
  const verb = doing.exec(question)?.[1] ?? ''
  const [stem] = contentTerms(verb)
  return stem === undefined || terms.includes(stem) || acts.some((act) => act.test(verb) && act.test(plain))
}

/** Answers each question by the claim that has most of its words and the kind of thing that it asks for. */
export function answerQuestions(
  topic: string,
  { claims, meaning }: { readonly claims: readonly Claim[]; readonly meaning?: Meaning | undefined },
): readonly Answer[] {
  const questions = questionsOf(topic)
  if (questions.length === 0) return []
  const counts = new Map<string, number>()
  const termsOf = new Map(claims.map((claim) => [claim, new Set(claim.terms)]))
  for (const terms of termsOf.values()) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const weight = (term: string): number => Math.log(1 + claims.length / (counts.get(term) ?? 0.5))
  const sorted = claims.toSorted(byScore)
  return questions.map((question) => {
    const wanted = [...new Set(contentTerms(question))]
    const all = wanted.reduce((sum, term) => sum + weight(term), 0)
    const kind = kinds.find(({ asked }) => asked.test(question))
    let best: { readonly claim: Claim; readonly fit: number } | undefined
    for (const claim of sorted) {
      if (kind?.has(claim) === false || !saysAct(question, claim)) continue
      const shared = wanted.filter((term) => termsOf.get(claim)?.has(term) === true)
      const fit = Math.max(
        shared.reduce((sum, term) => sum + weight(term), 0) / all,
        meaning?.(question, claim.text) ?? 0,
      )
      if (fit >= leastFit && fit > (best?.fit ?? 0)) best = { claim, fit }
    }
    return { question, claim: best?.claim }
  })
}

/** Less of a question's words in a sentence, or less likeness in meaning, is about something else. */
const leastFit = 0.6
