import type { SpacePaths } from '@datacortex/platform'
import { readSettings } from '@datacortex/platform'
import type { Finding } from '@datacortex/registry'

/**
 * What is to be said of a request that seems to be in another language than the model that comes with the program reads:
 * its scores tell little then. Nothing where the settings name a model, since nobody knows what it reads.
 *
 * @param paths - Of the space.
 * @param request - As it was asked.
 * @example findings.push(...(await otherLanguage(paths, 'finde jemanden der meine Tests schreibt')))
 */
export async function otherLanguage(paths: SpacePaths, request: string): Promise<readonly Finding[]> {
  if (!isOtherThanEnglish(request)) return []
  if ((await readSettings(paths)).embeddings.model !== 'default') return []
  return [
    {
      code: 'MODEL_ENGLISH_ONLY',
      severity: 'info',
      subject: 'embeddings.model',
      message: 'This does not look like English, and the model that comes with datacortex reads English only.',
      hint: 'Ask in English, or name a multilingual model as `embeddings.model` in .datacore/settings.yaml.',
    },
  ]
}

/**
 * Whether a request is in another language than English, as far as its letters and small words tell. In doubt it is not:
 * names and terms of other languages stand in English sentences, too.
 *
 * @param request - Mostly one sentence.
 * @example isOtherThanEnglish('schreibe Tests für meine Komponente') // true
 */
export function isOtherThanEnglish(request: string): boolean {
  const letters = request.match(/\p{L}/gu)?.length ?? 0
  const otherLetters = request.match(/(?!\p{Script=Latin})\p{L}/gu)?.length ?? 0
  if (letters >= 4 && otherLetters > letters / 2) return true
  const words =
    request
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  if (words.length < 3 || words.some((word) => english.has(word))) return false
  const foreign = words.filter((word) => small.has(word)).length
  // One alone may belong to a name, such as "El Capitan"; with a letter that English lacks it hardly does.
  return foreign >= 2 || (foreign === 1 && /[^\p{ASCII}\P{L}]/u.test(request.normalize('NFC')))
}

/** English sentences that say what is to be done have one of them. */
const english: ReadonlySet<string> = new Set(
  'the of and to for on with my our your that this these those it is are be what which who how when where why from by not but or an at as if all can should do does make into about every some any than without'.split(
    ' ',
  ),
)

/** Of German, French, Spanish, Italian, Portuguese, Dutch, Swedish and Polish, without those that are English words. */
const small: ReadonlySet<string> = new Set(
  [
    'der das dem den des ein eine einen einem einer ist sind und oder mit für ich mir mich wir uns mein meine meinen meiner meinem unsere nicht wie wer warum jemand jemanden bitte auf aus bei nach über zum zur vom wird kann soll finde schreibe',
    'le la les du une est sont et ou avec pour dans sur mes mon ma nos notre que qui pas comment pourquoi des aux ce cette mais je nous quelqu trouve',
    'el los las una es son con para por en mi mis que quien como porque del al un y se este esta alguien nuestro encuentra',
    'il lo gli uno della delle dei con per che chi come perché mio mia miei sono nel nella qualcuno di',
    'um uma os com para meu meus minha minhas não quem alguém dos das em nossa',
    'het een van voor met mijn onze niet wie hoe iemand wat naar zijn op te',
    'och att som på är för med inte mina mitt någon hur vem ett till av',
    'jest się że dla jak kto nie moje mój ktoś na czy przez',
  ].flatMap((words) => words.split(' ')),
)
