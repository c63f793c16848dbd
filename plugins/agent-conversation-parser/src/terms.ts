import { stopWords } from '@datacortex/text'

/** How often each term stands in a text, and how it was written most often. */
export type Terms = { readonly counts: ReadonlyMap<string, number>; readonly forms: ReadonlyMap<string, string> }

/** The words of a text that say what it is about; code and addresses are left out. */
export function termsOf(text: string): Terms {
  const counts = new Map<string, number>()
  const forms = new Map<string, string>()
  const prose = text
    .slice(0, 20_000)
    .replaceAll(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))/gm, ' ')
    .replaceAll(/https?:\/\/[^\s)]+|\[[\w-]+(?::[^\]]*)?\]/g, ' ')
  for (const [word] of prose.matchAll(/\p{L}[\p{L}\p{M}\d]+(?:[-'’][\p{L}\d]+)*/gu)) {
    const lower = word.toLowerCase()
    if (lower.length < 3 || isFiller(lower) || isFiller(lower.replace(/['’].*$/, ''))) continue
    const term = stem(lower)
    counts.set(term, (counts.get(term) ?? 0) + 1)
    if (!forms.has(term)) forms.set(term, lower)
  }
  return { counts, forms }
}

/** Only endings of plurals: more would join what does not belong together. */
function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.length > 4 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word
}

export type Vector = ReadonlyMap<string, number>

export function cosine(a: Vector, b: Vector): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let dot = 0
  for (const [term, weight] of small) dot += weight * (large.get(term) ?? 0)
  const norm = length(a) * length(b)
  return norm === 0 ? 0 : dot / norm
}

function length(vector: Vector): number {
  let sum = 0
  for (const weight of vector.values()) sum += weight * weight
  return Math.sqrt(sum)
}

export function sum(vectors: readonly Vector[]): Vector {
  const total = new Map<string, number>()
  for (const vector of vectors) for (const [term, weight] of vector) total.set(term, (total.get(term) ?? 0) + weight)
  return total
}

/** Whether a word says nothing about a topic, in English, German, French or Spanish, or belongs to the manners of chats. */
function isFiller(word: string): boolean {
  return stopWords.has(word) || manners.has(word)
}

const manners: ReadonlySet<string> = new Set(
  `new old see use know want good time come long take first every going gone next often thing things think though used
using yes yeah okay thanks thank please sure hello hey really actually maybe lot something anything nothing someone
need needs try sounds great nice right back sorry i'm it's don't can't won't i'll i've that's let's we're you're
didn't doesn't isn't wasn't user assistant meine deine könnte viel wann warum immer wieder nichts ganz gut danke bitte
hallo okay mal eben halt nein beim zwischen leurs mon mes ton tes été fait faire peut très bien aussi comme tout tous
toute toutes quand même moins après avant merci oui non bonjour d'accord alors encore c'est j'ai qu'il está están eso
esto fue hay muy también todo todos toda todas cuando donde porque desde hasta hola gracias bueno vale sí puede pueden
tiene tienen hacer nos mis tus ella ellos nosotros ustedes algo nada cada`.split(/\s+/),
)
