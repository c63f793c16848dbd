import { stopWords } from '@datacortex/text'
import type { TextSpan } from './text-span.ts'
import { splitSentences } from './split-sentences.ts'
import { lastBefore } from './aside-spans.ts'

/** Something a text names: a person, place or organisation (`name`), an abbreviation, an id or an address. */
export type Entity = TextSpan & { readonly kind: 'name' | 'acronym' | 'doi' | 'arxiv' | 'url' | 'email' | 'date' }

/** What a text names, each time: runs of capitalised words, abbreviations, ids, addresses, days. */
export function findEntities(text: string): readonly Entity[] {
  const ids = patterns.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].map((match) => span(match[0], { start: match.index, kind })),
  )
  // What lies within an id is no name.
  const sorted = ids.toSorted((a, b) => a.start - b.start)
  const isTaken = ({ start, end }: Entity): boolean => (lastBefore(sorted, end - 1)?.end ?? 0) > start
  const sentences = splitSentences(text)
  const runs = sentences.flatMap(({ text: sentence, start }) =>
    [...sentence.matchAll(capitalised)].map((match) => ({
      text: match[0],
      start: start + match.index,
      isFirst: match.index === 0,
      isMixed: /\p{Ll}/u.test(sentence),
    })),
  )
  const inside = new Set(runs.filter(({ isFirst }) => !isFirst).map(({ text }) => text))
  const nounsAreCapitalised = runs.length > sentences.length * 3.5
  const names = runs.flatMap(({ text: run, start, isFirst, isMixed }) => {
    const lead = /^(\p{L}+)\s/u.exec(run)?.[1] ?? ''
    const cut = isFirst && stopWords.has(lead.toLowerCase()) ? lead.length + 1 : 0
    const name = run.slice(cut)
    const isSingle = !/\s/.test(name)
    const isAcronym = isMixed && /^\p{Lu}[\p{Lu}\p{N}&-]+$/u.test(name)
    if ((!isAcronym && stopWords.has(name.toLowerCase())) || name.length < 2) return []
    if (isSingle && !isAcronym && (nounsAreCapitalised || (isFirst && cut === 0 && !inside.has(name)))) return []
    const entity = span(name, { start: start + cut, kind: isAcronym ? 'acronym' : 'name' })
    return isTaken(entity) ? [] : [entity]
  })
  return [...ids, ...names].sort((a, b) => a.start - b.start)
}

const patterns: readonly { readonly kind: Entity['kind']; readonly pattern: RegExp }[] = [
  { kind: 'doi', pattern: /\b10\.\d{4,9}\/[^\s"<>()[\]{}]{0,200}[\p{L}\p{N}]/gu },
  { kind: 'arxiv', pattern: /\barxiv:\d{4}\.\d{4,5}(?:v\d{1,2})?/gi },
  { kind: 'email', pattern: /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g },
  { kind: 'url', pattern: /\bhttps?:\/\/[^\s"<>()[\]{}]{1,500}[\p{L}\p{N}/]/gu },
  { kind: 'date', pattern: /\b\d{4}-\d{2}-\d{2}\b/g },
]

const capitalised =
  /(?<![\p{L}\p{N}_.@/-])\p{Lu}[\p{L}\p{N}&’'-]*(?:\s(?:(?:of|de|del|von der|von|van|of the)\s)?\p{Lu}[\p{L}\p{N}&’'-]*){0,5}/gu

function span(text: string, { start, kind }: { start: number; kind: Entity['kind'] }): Entity {
  const name = text.replace(/['’]s?$/u, '')
  return { text: name, start, end: start + name.length, kind }
}
