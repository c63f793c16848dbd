/** So many titles must begin alike, or it may be chance. */
const least = 3
const share = 0.6

/** The verb with a colon that titles in a language that is not known begin with, such as `Question posée : `. */
export function sharedVerb(titles: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const title of titles) {
    const verb = /^[^:：\n]{1,40}[:：][\s\u00a0]*/.exec(title)?.[0] ?? ''
    counts.set(verb, (counts.get(verb) ?? 0) + 1)
  }
  const [verb, count] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0]
  return count >= least && count >= titles.length * share ? verb : ''
}
