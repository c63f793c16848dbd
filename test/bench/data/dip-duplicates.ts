import { createHash } from 'node:crypto'
import type { DedupDocument } from '@datacortex/research'

/**
 * Duplicates by the three rules of the specification, as they stand there: the baseline.
 *
 * @see DIP-0021 §3.7
 */
export function dipDuplicates(a: DedupDocument, b: DedupDocument): boolean {
  if (a.url !== undefined && b.url !== undefined && plainUrl(a.url) === plainUrl(b.url)) return true
  if (relativeDistance(plainTitle(a.title), plainTitle(b.title)) < 0.2) return true
  return a.text !== undefined && b.text !== undefined && firstHash(a.text) === firstHash(b.text)
}

/** Edits over the longer length, 0–1. */
export function relativeDistance(a: string, b: string): number {
  const longer = Math.max(a.length, b.length)
  return longer === 0 ? 0 : editDistance(a, b) / longer
}

function plainUrl(address: string): string {
  const url = new URL(address)
  const names = url.searchParams.keys().filter((name) => /^(?:utm_|fbclid|gclid)/u.test(name))
  for (const name of names.toArray()) url.searchParams.delete(name)
  url.hash = ''
  return url.href.replace(/^(?<scheme>https?:\/\/)www\./u, '$<scheme>').replace(/\/$/u, '')
}

function plainTitle(title: string): string {
  return title.toLowerCase().replaceAll(/\s+/gu, ' ').trim()
}

function firstHash(text: string): string {
  return createHash('sha256').update(text.slice(0, 500)).digest('hex')
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
