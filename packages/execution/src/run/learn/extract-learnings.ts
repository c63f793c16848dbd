import { contentWords } from '@datacortex/memory'
import { splitFrontMatter, withoutEnd } from '@datacortex/text'

/** What an answer says it found out, in its own words. */
export type Learnings = { readonly summary: string; readonly insights: readonly string[] }

const summaryCharacters = 600
const insightCharacters = 500
const mostInsights = 20
// So that no text, whatever its form, takes long.
const looked = { characters: 200_000, ofLine: 1000 }

/** What is worth remembering of an answer, without a model: its first paragraph on the matter, and its insights. */
export function extractLearnings(text: string, { task = '' }: { task?: string | undefined } = {}): Learnings {
  const lines = withoutCode((splitFrontMatter(text)?.body ?? text).slice(0, looked.characters).split(/\r?\n/)).map(
    (line) => line.slice(0, looked.ofLine),
  )
  const insights = [...new Set(insightsOf(lines).map((insight) => shortened(insight, insightCharacters)))]
  return {
    summary: shortened(telling(paragraphsOf(lines), { lines, task }), summaryCharacters),
    insights: insights.slice(0, mostInsights),
  }
}

// Each ends in `.` for any character: an end that has to be looked for could be looked for again and again.
const heading = /^ {0,3}#{1,6}\s(.*)$/s
const headings = [
  '(?:key |main )?(?:insights?|learnings?|lessons?(?: learned)?|takeaways?)',
  '(?:(?:wichtigste|wesentliche|zentrale) )?(?:erkenntnisse?|einsichten|lehren)',
  '(?:principaux |principales )?(?:enseignements?|leçons?(?: apprises)?|apprentissages|constats)',
  '(?:principales )?(?:conclusiones|aprendizajes|lecciones(?: aprendidas)?|hallazgos)(?: clave)?',
  '(?:关键|主要|核心|關鍵)?(?:结论|結論|洞察|见解|見解|要点|要點|启示|啟示|经验教训|經驗教訓)',
]
const insightHeading = new RegExp(`^(?:${headings.join('|')})[:：]?$`, 'iu')
const insightWord = '(?:(?:key )?insight|erkenntnis|einsicht|enseignement|leçon|aprendizaje|hallazgo|洞察|结论|結論)'
const insightLine = new RegExp(
  `^\\s*(?:[-*+]\\s+|\\d+[.)]\\s+)?(?:\\*\\*|__)?${insightWord}(?:\\*\\*|__)?(?::(?:\\*\\*|__)?\\s+|：(?:\\*\\*|__)?)(.+)$`,
  'isu',
)
const item = /^\s*(?:[-*+]|\d+[.)])\s+(.+)$/s
// What is no prose: quotations, tables, rules, list items, HTML, front matter fences, and lines to who asked.
const noProse = /^\s*(?:>|\||[-*+]\s|\d+[.)]\s|<|FILE:|(?:INPUT|AUTH)_REQUIRED:|(?:[-*_=]\s*){3,}$)/

/** The first that has to do with the task, or with the rest of the answer; politeness has to do with neither. */
function telling(paragraphs: readonly string[], { lines, task }: { lines: readonly string[]; task: string }): string {
  const all = `${task}\n${lines.map(plain).join(' ')}`
  const isAboutIt = (paragraph: string): boolean => {
    const rest = normalised(all.replace(paragraph, ' '))
    return contentWords(paragraph.slice(0, summaryCharacters)).some((word) => standsIn(word, rest))
  }
  return paragraphs.slice(0, mostOpenings).find(isAboutIt) ?? paragraphs.find((paragraph) => !isPolite(paragraph)) ?? ''
}

// Nobody is polite for longer, and each is looked for in the whole text.
const mostOpenings = 5

function standsIn(word: string, text: string): boolean {
  if (unspaced.test(word)) return text.includes(word)
  // Shorter ones say little in any language; ends of words differ.
  return word.length > 3 && !isPolite(word) && text.includes(` ${word.length > 5 ? word.slice(0, -2) : word}`)
}

function normalised(text: string): string {
  return ` ${text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')}`
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

function isPolite(text: string): boolean {
  return polite.test(text)
}

const polite =
  /^(?:sure|certainly|absolutely|of course|great|happy|glad|help|hope|thank|please|i'?d be|i'?m (?:happy|glad)|i (?:hope|can help)|let me|gerne|ihnen|vous|usted|natürlich|selbstverständlich|helf|danke|bien sûr|volontiers|avec plaisir|aide|merci|claro|por supuesto|con gusto|ayud|gracias|当然|好的)/iu

/** Those of five words or more. */
function paragraphsOf(lines: readonly string[]): readonly string[] {
  const paragraphs: string[][] = [[]]
  for (const line of lines) {
    if (line.trim() === '' || heading.test(line) || noProse.test(line)) paragraphs.push([])
    else paragraphs.at(-1)?.push(line.trim())
  }
  return paragraphs.map((paragraph) => plain(paragraph.join(' '))).filter(hasFiveWords)
}

function hasFiveWords(text: string): boolean {
  if (text.split(' ').length >= 5) return true
  // Chinese, Japanese or Thai have no blanks between words.
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' })
  let words = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true && ++words >= 5) return true
  return false
}

// Its data takes a moment to load.
let segmenter: Intl.Segmenter | undefined

function insightsOf(lines: readonly string[]): readonly string[] {
  const found: string[] = []
  let isUnderHeading = false
  for (const line of lines) {
    const title = heading.exec(line)?.[1]
    if (title !== undefined) isUnderHeading = insightHeading.test(plain(withoutEnd(title, '#')))
    const said = insightLine.exec(line)?.[1] ?? (isUnderHeading ? item.exec(line)?.[1] : undefined)
    if (said !== undefined && plain(said) !== '') found.push(plain(said))
  }
  return found
}

function withoutCode(lines: readonly string[]): readonly string[] {
  let fence: string | undefined
  return lines.filter((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark === undefined) return fence === undefined
    if (fence === undefined) fence = mark
    else if (mark[0] === fence[0] && mark.length >= fence.length) fence = undefined
    return false
  })
}

/** Without marks of emphasis around words; links and code stay as they are. */
function plain(text: string): string {
  return text
    .replace(/\*\*(?=\S)([^*]{1,200})(?<=\S)\*\*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit)
  const end = cut.lastIndexOf(' ')
  return `${(end > limit / 2 ? cut.slice(0, end) : cut).toWellFormed()} …`
}
