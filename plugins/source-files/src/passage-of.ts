/** The paragraph of a text that has the most of some words, on one line. */
export function passageOf(text: string, terms: readonly string[]): string | undefined {
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
  let best = ''
  let most = -1
  for (const paragraph of paragraphs) {
    const lower = paragraph.toLowerCase()
    const count = terms.filter((term) => lower.includes(term)).length
    // A heading tells less than what stands below it.
    const worth = /^#+ |^---/.test(paragraph) ? count - 0.5 : count
    if (worth > most && paragraph !== '') [best, most] = [paragraph, worth]
  }
  return aroundFirst(best, terms).trim() || undefined
}

const longest = 500

function aroundFirst(paragraph: string, terms: readonly string[]): string {
  if (paragraph.length <= longest) return paragraph
  const lower = paragraph.toLowerCase()
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0)
  const from = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - 100)
  return paragraph.slice(from, from + longest).toWellFormed()
}
