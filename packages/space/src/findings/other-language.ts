import { wordSet } from '@datacortex/text'
import { type Finding, infoFinding } from '@datacortex/errors'
import { type SpacePaths, readSettings } from '@datacortex/platform'

/** That another request was searched, or that this seems to be in a language that the packaged model does not read. */
export async function otherLanguage(
  paths: SpacePaths,
  request: string,
  corrected?: string,
): Promise<readonly Finding[]> {
  if (corrected !== undefined) return [infoFinding('TASK_CORRECTED', 'task', { message: `Searched for: ${corrected}` })]
  if (!isOtherThanEnglish(request)) return []
  if ((await readSettings(paths)).embeddings.model !== 'default') return []
  return [
    infoFinding('MODEL_ENGLISH_ONLY', 'embeddings.model', {
      message: 'This does not look like English, and the model that comes with datacortex reads English only.',
      hint: 'Ask in English, or use a multilingual model: datacortex model list',
    }),
  ]
}

/** Whether a request is in another language than English, as far as its letters and small words tell. */
export function isOtherThanEnglish(request: string): boolean {
  if (hasOtherLetters(request)) return true
  const words =
    request
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  if (words.length < 3 || words.some((word) => english.has(word))) return false
  const own = new Set(words.filter((word) => small.has(word)))
  const shared = new Set(words.filter((word) => ambiguous.has(word)))
  // A small word alone may belong to a name; with a letter that English lacks it hardly does.
  return own.size > 0 && (own.size + shared.size >= 2 || /[^\p{ASCII}\P{L}]/u.test(request.normalize('NFC')))
}

/** Whether most letters of a longer text, or most of its different small words, are of other languages than English. */
export function isMostlyOther(text: string): boolean {
  const words = new Set(
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}+/gu),
  )
  const own = words.intersection(small).size
  return (
    hasOtherLetters(text) || (own > 0 && own + words.intersection(ambiguous).size > words.intersection(english).size)
  )
}

function hasOtherLetters(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters >= 4 && (text.match(/(?!\p{Script=Latin})\p{L}/gu)?.length ?? 0) > letters / 2
}

/** English sentences that say what is to be done have one of them. */
const english: ReadonlySet<string> = wordSet(
  'the of and to for on with my our your that this these those it is are be what which who how when where why from by not but or an at as if all can should do does make into about every some any than without',
)

/** Of German, French, Spanish, Italian, Portuguese, Dutch, Swedish and Polish, without {@link ambiguous} ones. */
const small: ReadonlySet<string> = new Set(
  [
    'der eines einen einem einer oder für ich mir mich wir uns mein meine meinen meiner meinem unsere nicht warum jemand jemanden bitte bei zum wird kann finde schreibe',
    'une sont avec pour dans mon notre qui comment pourquoi cette mais je nous quelqu trouve',
    'una mis que quien como porque alguien nuestro encuentra revisa por',
    'gli della delle perché mio mia miei sono nel nella qualcuno',
    'uma meu meus minha minhas não quem alguém nossa',
    'een voor mijn onze niet hoe iemand zijn',
    'och som på är för inte mina mitt någon hur ett',
    'się że dla jak kto nie moje mój ktoś przez',
  ].flatMap((words) => words.split(' ')),
)

/** Small words of these languages that are English words, short for something, or parts of names, such as "El Niño". */
const ambiguous: ReadonlySet<string> = new Set(
  [
    'das dem den des ein eine ist sind und mit wie auf aus nach über zur vom soll wer',
    'le la les du est et ou sur mes ma nos pas aux ce un',
    'el los las es con para en mi del al y se este esta son',
    'il lo uno dei per che chi come di',
    'um os com dos em',
    'het van met wat naar op te',
    'att med vem till av',
    'jest na czy',
  ].flatMap((words) => words.split(' ')),
)
