import type { SearchHit } from '@datacortex/memory'
import { wordTerms } from '../text/content-terms.ts'
import { type KeyPhrase, keyPhrases } from '../text/key-phrases.ts'
import { isTopic } from './is-topic.ts'
import { type TagVocabulary, spelling } from './tag-vocabulary.ts'

export type TaggedText = {
  readonly title: string
  readonly text: string
  /** Those that the text came with. */
  readonly declared?: readonly string[] | undefined
  readonly related: readonly Pick<SearchHit, 'tags' | 'score'>[]
  /** Of the text, if they are known already. */
  readonly phrases?: readonly KeyPhrase[] | undefined
  readonly vocabulary?: TagVocabulary | undefined
}

/**
 * Tags for a text: its own, those of the vocabulary, those of related notes, else its own key phrases.
 * @example suggestTags({ title: 'Tides', text, related: [] }) // ['tides']
 */
export function suggestTags(tagged: TaggedText): readonly string[] {
  const { title, text, declared = [], related, phrases, vocabulary } = tagged
  const head = text.slice(0, mostCharacters)
  const words = ` ${wordTerms(`${title}. ${title}. ${head}`).join(' ')} `
  // Who speaks is not what is spoken of, nor who writes.
  const turns = Map.groupBy(head.matchAll(turn), ([, name = '']) => name)
  const people = [
    ...[...turns].flatMap(([name, lines]) => (lines.length > 1 ? [name] : [])),
    ...[...head.slice(0, 3000).matchAll(correspondent)].map(([, name = '']) => name),
  ].flatMap((name) => wordTerms(name))
  const scores = new Map<string, number>()
  const usual = (tag: string): string => vocabulary?.variants.get(tag) ?? tag
  const own = new Set(
    declared.map((tag) => usual(spelling(tag.slice(0, mostTagCharacters)))).filter((tag) => tag !== ''),
  )
  const add = (tag: string, score: number): void => {
    const known = usual(tag)
    if (score > 0 && known !== '') scores.set(known, (scores.get(known) ?? 0) + score)
  }
  for (const [tag, names] of vocabulary?.topics ?? [])
    add(tag, Math.max(0, ...names.map((name) => mentions(words, name))))
  const votes = related.flatMap(({ tags, score }) => [...new Set(tags)].map((tag) => ({ tag, score })))
  for (const [tag, notes] of Map.groupBy(votes, (vote) => vote.tag)) {
    const named = mentions(words, tag)
    if (notes.length > 1 || named > 0) add(tag, notes.reduce((sum, { score }) => sum + score, 0) + named)
  }
  if (scores.size + own.size === 0)
    for (const { text: phrase, score } of (phrases ?? keyPhrases(head, { limit: 10, title }))
      .filter((phrase) => isTopic(phrase, title) && !wordTerms(phrase.text).every((word) => people.includes(word)))
      .slice(0, 3))
      add(spelling(phrase), score)
  const kept = [...own].slice(0, mostDeclared)
  const suggested = [...scores]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([tag]) => tag)
    .filter((tag) => !own.has(tag))
  return [...kept, ...suggested.slice(0, Math.max(0, mostTags - kept.length))]
}

const turn = /^(?:\[[^\]\n]{4,40}\]\s)?(?:\*\*)?([\p{L}\p{N}_ .'’-]{2,30})[:：]?(?:\*\*)?[:：]\s/gmu
const correspondent = /^(?:from|to|cc|von|an|de|à|para|от|кому|发件人|收件人|差出人|宛先)\s?[:：]\s*([^<\n]{2,60})/gimu
const mostTags = 7
const mostDeclared = 20
const mostTagCharacters = 100
const mostCharacters = 20_000
const mostMentions = 5

function mentions(words: string, name: string): number {
  const terms = wordTerms(name.replaceAll(/[-_/]+/g, ' '))
  if (terms.length === 0) return 0
  const count = Math.min(words.split(` ${terms.join(' ')} `).length - 1, mostMentions)
  // Once may be by the way, unless the name is long.
  return count === 1 && terms.length === 1 ? 0 : count * terms.length
}
