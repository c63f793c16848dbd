import { wordSet } from './word-set.ts'

/**
 * The words of a text in lower case and normal form C, in order: letters with their marks, and digits.
 * @example wordsOf("Don't panic: 42!") // ['don', 't', 'panic', '42']
 */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}

/** With what is left of them behind an apostrophe. */
const englishStopWords: ReadonlySet<string> = wordSet(
  'i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself they them their theirs themselves what which who whom this that these those am is are was were be been being have has had having do does did doing a an the and but if or because as until while of at by for with about against between into through during before after above below to from up down in out on off over under again further then once here there when where why how all any both each few more most other some such no nor not only own same so than too very s t can will just don should now could would may might must shall d ll m re ve',
)

/** Words that carry no meaning by themselves, in lower case: English, German, French, Spanish, and some other scripts. */
export const stopWords: ReadonlySet<string> = new Set([
  ...englishStopWords,
  ...(
    'whose done others also however thus therefore yet still even much many one two ever never upon within without among across per via since us let get got make made makes way well like said says say doesn didn isn aren wasn won ' +
    'der die das den dem des ein eine einen einem einer eines und oder aber doch denn weil dass daß ob wenn als wie wo wer was ich du er sie es wir ihr mich dich sich mir dir ihm ihn ihnen uns euch mein dein sein seine seinen seiner ihre ihren ihrer unser unsere ist sind war waren wird werden wurde wurden worden bin bist hat haben hatte hatten habe kann können konnte muss müssen soll sollen sollte will wollen darf dürfen nicht kein keine keinen nur auch noch schon sehr mehr so zu zum zur von vom vor nach bei mit ohne für gegen durch über unter um am an auf aus im in ins ab bis seit während wegen dann da dort hier nun jetzt man etwas alle alles viele einige diese dieser dieses diesen diesem jede jeder jedes welche welcher welches sowie bzw also ' +
    'le la les un une des du de et ou mais donc ni car que qui quoi dont où ce cet cette ces il elle ils elles nous vous je tu se ne pas plus par pour sur sous dans avec sans est sont était être avoir ont au aux son sa ses leur ' +
    'el los las una unos unas y o pero que quien como este esta estos estas ese esa lo se no por para con sin sobre entre es son era ser ha han su sus al del más ' +
    'и в во на не что он она оно они как а то все всё с со но из у же за от по до для при о об или если когда где это этот эта эти того этого так также был была было были быть есть их его её ее мы вы я ты бы к ко чтобы который которая которое которые уже только ещё еще можно нужно через между після ' +
    'та й це що як від до або для при ' +
    'ο η το οι τα του της των τον την και να σε με για από που δεν είναι ένα μια στο στη στην στον ως ή αλλά ' +
    'في من على إلى عن أن إن كان كانت هذا هذه ذلك التي الذي ما لا لم لن قد كل مع هو هي أو ثم بين بعد قبل كما ' +
    'של את על לא זה היא הוא אני עם כי גם או יש אם כל מה כדי אל בין אבל היה ' +
    'है हैं का की के को में से और पर यह वह एक ने कि जो तो भी नहीं था थी थे हो कर करना करती करता करते इस उस लिए या तक ही होता होती'
  ).split(' '),
])

/**
 * Whether an English word tells one text from another: not `the`, `of`, `how` and the like.
 * @example 'the friction of tides'.split(' ').filter(isTellingWord) // ['friction', 'tides']
 */
export function isTellingWord(word: string): boolean {
  return !englishStopWords.has(word.toLowerCase())
}
