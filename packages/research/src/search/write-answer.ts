import { oneLine, sanitiseText } from '@datacortex/content'
import { exactObject, isRecord } from '@datacortex/platform'
import type { Writer } from '@datacortex/plugin'
import type { GroundedSentence, SearchAnswer } from './search-types.ts'

/** Has a writer word an answer from sentences of the web; what is ungrounded goes. Undefined if nothing is left. */
export async function writeAnswer(
  writer: Writer,
  { query, grounds, signal }: Pick<SearchAnswer, 'query' | 'grounds'> & { signal: AbortSignal },
): Promise<{ readonly answer: string; readonly model: string; readonly cost_usd: number } | undefined> {
  const material = grounds.map(({ text, title }, index) => `[${index + 1}] ${oneLine(title)}: ${oneLine(text)}`)
  const request = {
    instructions: `Answer the question ${JSON.stringify(query)} in at most four sentences from the numbered passages alone. Give for each sentence the numbers of the passages that say it. Write no addresses. If the passages don't answer it, give no sentences.`,
    material: material.join('\n'),
    schema,
    maxTokens: 400,
  }
  const { json, model, cost_usd: cost = 0 } = await writer.generate(request, { signal })
  const sentences = isRecord(json) && Array.isArray(json['sentences']) ? json['sentences'] : []
  const lines = sentences.flatMap((sentence: unknown) => lineOf(sentence, grounds))
  return lines.length === 0 ? undefined : { answer: lines.join('\n'), model, cost_usd: cost }
}

const cited = exactObject({ text: { type: 'string' }, passages: { type: 'array', items: { type: 'integer' } } })
const schema = exactObject({ sentences: { type: 'array', maxItems: 4, items: cited } })

function lineOf(sentence: unknown, grounds: readonly GroundedSentence[]): readonly string[] {
  if (!isRecord(sentence) || typeof sentence['text'] !== 'string' || !Array.isArray(sentence['passages'])) return []
  const named = sentence['passages'].flatMap((number: unknown) => {
    const ground = typeof number === 'number' ? grounds[number - 1] : undefined
    return ground === undefined ? [] : [ground]
  })
  const written = sanitiseText(sentence['text'].slice(0, 1000)).text
  const text = oneLine(written.replaceAll(/\S*(?:https?:|www\.)\S*/gi, '').replaceAll(/[[\]<>]/g, ''))
  if (named.length === 0 || text === '') return []
  const sources = [...new Set(named.map(({ title, origin }) => `${title}, ${origin}`))]
  return [`- ${text} (${sources.map(oneLine).join('; ')})`]
}
