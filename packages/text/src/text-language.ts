/**
 * The language (BCP 47) of a text by letters and small words; `und` if unknown, undefined if too short.
 * @example textLanguage('The gate is of oak and of iron.') // 'en'
 */
export function textLanguage(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const [script] = scripts.find(([, letter, share]) => (text.match(letter)?.length ?? 0) > letters * share) ?? []
  if (script !== undefined && letters < fewestLetters) return undefined
  if (script === 'cyrillic') return /[іїєґ]/iu.test(text) ? 'uk' : /[ыэё]/iu.test(text) ? 'ru' : 'und'
  if (script !== undefined) return script
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  if (words.length < fewestWords) return undefined
  const counts = [...smallWords].map(
    ([language, known]) => [language, words.filter((word) => known.has(word)).length] as const,
  )
  const [language, count] = counts.reduce((first, other) => (other[1] > first[1] ? other : first))
  return count < words.length * leastShare ? 'und' : language
}

const fewestLetters = 6
const fewestWords = 6
/** Names and numbers have none of these words; whole sentences are far above it. */
const leastShare = 0.12

/** Languages by their letters, and the share of a text's letters above which it is theirs. */
const scripts: readonly (readonly [string, RegExp, number])[] = [
  // Japanese has Chinese characters too.
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.1],
  ['ko', /\p{Script=Hangul}/gu, 0.3],
  ['zh', /\p{Script=Han}/gu, 0.3],
  ['el', /\p{Script=Greek}/gu, 0.3],
  ['he', /\p{Script=Hebrew}/gu, 0.3],
  ['ar', /\p{Script=Arabic}/gu, 0.3],
  ['hi', /\p{Script=Devanagari}/gu, 0.3],
  ['th', /\p{Script=Thai}/gu, 0.3],
  ['cyrillic', /\p{Script=Cyrillic}/gu, 0.3],
]

const smallWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    en: 'the of and to in a is that it was for on are as with his they be at this have from or by not but what all were when we there can an which their if will up other about out many then them these so some would into has more than its been had no only who',
    de: 'der die das und ist in den von zu mit sich des auf für im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man wurde',
    fr: 'le la les de des du et est un une en que qui dans pour pas sur au aux par plus ne se ce il elle sont avec son sa ses mais ou cette ont été leur nous vous je à être comme fait entre',
    es: 'el la los las de y en que un una es se del por con para no al lo como más su sus o pero este esta fue son ha entre sin sobre también hasta desde cuando muy hay ser era',
    it: 'il lo la i gli le di e è un una che in per non con del della dei delle al alla da si sono nel nella come più anche ma ha questo questa suo sua essere dal dalla ed o tra fra',
    pt: 'o a os as de e em que um uma é não do da dos das no na nos nas para com por se mais ao foi como mas seu sua ou são pelo pela até também isso entre quando muito ser',
    nl: 'de het een en van in is dat op te zijn met voor niet aan er die door ook bij als uit naar maar om ze wordt worden nog dan over tot werd heeft was deze dit meer hun of',
    sv: 'och i att det som en på är av för med till den har de inte om ett han men var från så vid kan när eller också mer än efter under man vara där skulle',
    pl: 'i w z na do nie się że jest to o od za po jak ale przez dla oraz są był była przy które który która tym jego jej lub tylko może być ze co już także czy',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
)
