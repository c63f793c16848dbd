import { plainMarkdown, splitSentences } from '@datacortex/knowledge-extractor/text'
import { type PointKind, attributed, decided, guessed, labelOf, learned, open, ordering, preferred } from './cues.ts'
import { isFact } from './is-fact.ts'
import { withoutOutside } from './outside-text.ts'

export type EntryPoint = {
  readonly kind: PointKind
  readonly text: string
  /** Whether it is said to come from somebody else: reported, never an instruction. */
  readonly isQuoted: boolean
}

/** Facts, preferences, decisions and learnings of a text, sentence by sentence; what it quotes from outside has none. */
export function pointsOf(text: string): { readonly points: readonly EntryPoint[]; readonly outside: number } {
  const { own, outside } = withoutOutside(text)
  const points = splitSentences(own).flatMap((sentence): readonly EntryPoint[] => {
    const plain = plainMarkdown(sentence.text)
    const label = labelOf(plain)
    const said = capitalised(label === undefined ? plain : plain.slice(label.length))
    const kind = isKept(said) ? kindOf(said, label?.kind) : undefined
    if (kind === undefined) return []
    const isQuoted = quotation.test(said) || (attributed.test(said) && kind !== 'decision')
    // What somebody else wants done is neither a rule nor knowledge.
    return isQuoted && commanding.test(said) ? [] : [{ kind, text: said, isQuoted }]
  })
  return { points: points.slice(0, mostPoints), outside }
}

// An entry of which more is kept is no entry of a log, but a pasted text.
const mostPoints = 12
const longest = 400

function isKept(sentence: string): boolean {
  if (sentence.length > longest || /[?？]["'”’)]*$/.test(sentence) || /[:：]$/.test(sentence)) return false
  return ![guessed, open, ordering, leaning].some((sign) => sign.test(sentence))
}

function kindOf(sentence: string, label: PointKind | undefined): PointKind | undefined {
  const size = sizeOf(sentence)
  if (label !== undefined) return size >= 2 ? label : undefined
  if (size < 4) return undefined
  const isOfNobody = /^(?:it|there|es|il|ça)(?![\p{L}\p{M}])/iu.test(sentence)
  if (learned.test(sentence) && size >= 5 && !didSomething.test(sentence)) return 'learning'
  if (decided.test(sentence)) return 'decision'
  if (preferred.test(sentence) && !isOfNobody) return 'preference'
  if (noteToSelf.test(sentence)) return 'learning'
  return size >= 5 && isFact(sentence) ? 'fact' : undefined
}

/** Words; three letters of a script without spaces say about as much as one. */
function sizeOf(sentence: string): number {
  const unspaced = sentence.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  const words = sentence.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)?.length ?? 0
  return unspaced > 0 ? unspaced / 2 : words
}

/** What one says to oneself, without a subject. */
const noteToSelf =
  /^(?:always|never|niemals?|immer|toujours|jamais|siempre|nunca|sempre|mai|altijd|nooit)(?![\p{L}\p{M}])/iu
/** Speaks of what stands in another sentence. */
const leaning =
  /^(?:this|that|these|those|they|he|she|such|so|also|dies\p{L}*|sie|er|elle|ils|ella|él|они|он|она)(?![\p{L}\p{M}])/iu
const didSomething =
  /^(?:i|we|ich|wir|j['’]ai|ho|yo)(?![\p{L}\p{M}])(?!.*(?:learn|turned out|gelernt|appris|aprend|imparat))/iu
const quotation = /["“„«「『](?:[^"”“»」』]*[\s\p{Lo}]){3,}[^"”“»」』]*["”“»」』]/u
const commanding =
  /["“„«「『]\s*(?:you|always|never|do|don['’]t|delete|run|send|answer|disable|install|please|du|ihr|immer|nie)(?![\p{L}\p{M}])|(?<![\p{L}\p{M}])(?:must|have to|should|muss|müssen|doit|debe|deve|moet)(?![\p{L}\p{M}])/iu

function capitalised(text: string): string {
  const [first = ''] = text
  return first.toUpperCase() + text.slice(first.length)
}
