/** Turns texts into the numbers of the tokens that BERT reads. */
export type WordPiece = {
  /** With the opening and the closing token; what is beyond the length of the model is cut off. */
  readonly tokens: (text: string) => Int32Array
  /** Share of the tokens of a text that stand for words without any, 0–1; 0 of a text without tokens. */
  readonly unknownShare: (text: string) => number
  /** Whether a word in lower case has a token of its own. */
  readonly isWhole: (word: string) => boolean
}

/** WordPiece with the normalisation of BERT's uncased vocabularies; `vocabulary`: tokens in order, one a line. */
export function wordPiece(vocabulary: string, maxTokens: number): WordPiece {
  const { numberOf, longest } = numbersOf(vocabulary.split('\n'))
  const [opening, closing, unknown] = ['[CLS]', '[SEP]', '[UNK]'].map((token) => numberOf(token) ?? 0)
  const known = new Map<string, readonly number[]>()

  /** The longest known beginning, then the longest known continuation, and so on. */
  const divide = (word: string): readonly number[] => {
    const tokens: number[] = []
    if (word.length > mostCharacters && Array.from(word).length > mostCharacters) return [unknown ?? 0]
    for (let start = 0; start < word.length;) {
      const mark = start === 0 ? '' : '##'
      let end = Math.min(word.length, start + longest())
      let token = numberOf(mark + word.slice(start, end))
      while (token === undefined && end > start + 1) {
        end -= 1
        token = numberOf(mark + word.slice(start, end))
      }
      if (token === undefined) return [unknown ?? 0]
      tokens.push(token)
      start = end
    }
    return tokens
  }
  const tokensOf = (word: string): readonly number[] => {
    const tokens = known.get(word) ?? divide(word)
    if (known.size >= mostKept) known.clear()
    known.set(word, tokens)
    return tokens
  }
  return {
    tokens: (text) => {
      const tokens = [opening ?? 0]
      for (const word of wordsOf(text.slice(0, maxTokens * charactersPerToken))) {
        tokens.push(...tokensOf(word))
        if (tokens.length >= maxTokens) break
      }
      return Int32Array.of(...tokens.slice(0, maxTokens - 1), closing ?? 0)
    },
    isWhole: (word) => {
      const tokens = wordsOf(word).flatMap(tokensOf)
      return tokens.length === 1 && tokens[0] !== unknown
    },
    unknownShare: (text) => {
      const tokens = wordsOf(text.slice(0, mostJudged)).flatMap(tokensOf)
      return tokens.length === 0 ? 0 : tokens.filter((token) => token === unknown).length / tokens.length
    },
  }
}

/** Where tokens stand in a vocabulary. Its index takes longer to make than one question to look up without it. */
function numbersOf(vocabulary: readonly string[]) {
  let index: ReadonlyMap<string, number> | undefined
  let longest = Number.POSITIVE_INFINITY
  let asked = 0
  const makeIndex = (): ReadonlyMap<string, number> => {
    longest = vocabulary.reduce((most, { length }) => Math.max(most, length), 0)
    return new Map(vocabulary.map((token, place) => [token, place]))
  }
  return {
    numberOf: (token: string): number | undefined => {
      asked += 1
      if (asked > fewTokens) return (index ??= makeIndex()).get(token)
      const place = vocabulary.indexOf(token)
      return place === -1 ? undefined : place
    },
    longest: () => longest,
  }
}

const fewTokens = 60
/** Longer words are unknown, as they were in training. */
const mostCharacters = 100
/** Far beyond what any text needs; without the cut, a megabyte is divided for nothing. */
const charactersPerToken = 128
/** More than a model reads of English. */
const mostJudged = 2000
/** Words whose tokens are remembered: most texts are made of the same ones. */
const mostKept = 50_000

const isPlain = /^[\t\n\r -~]*$/
const plainWord = /[a-z0-9]+|[!-/:-@[-`{-~]/g
const unseen = /[\0\uFFFD]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu
const symbol = String.raw`\p{P}$+<=>^\x60|~`
const chinese = /[\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF]/g
const anyWord = new RegExp(`[${symbol}]|[^\\s${symbol}]+`, 'gu')

function wordsOf(text: string): readonly string[] {
  if (isPlain.test(text)) return text.toLowerCase().match(plainWord) ?? []
  const normal = text
    .replace(unseen, '')
    .replace(chinese, ' $& ')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
  return normal.match(anyWord) ?? []
}
