import type { PageLine, PdfPage } from './page-line.ts'

export function removeRunningHeads(pages: readonly PdfPage[]) {
  if (pages.length < 2) return { pages, removed: [] }
  const edges = new Map(
    pages.map((page) => [page, edgeLines(page).map((line) => ({ line, keys: keysOf(line, page) }))]),
  )
  const counts = new Map<string, number>()
  for (const lines of edges.values())
    for (const key of new Set(lines.flatMap(({ keys }) => keys))) counts.set(key, (counts.get(key) ?? 0) + 1)
  const often = new Set([...counts].filter(([key, count]) => isOften(count, { key, pages })).map(([key]) => key))
  const removed = new Set<string>()
  const kept = pages.map((page) => {
    const found = (edges.get(page) ?? []).filter(({ keys }) => keys.some((key) => often.has(key)))
    const heads = new Set(found.map(({ line }) => line))
    for (const { text } of heads) removed.add(wordsOf(text))
    return heads.size === 0 ? page : { ...page, lines: page.lines.filter((line) => !heads.has(line)) }
  })
  return { pages: kept, removed: [...removed] }
}

const edgeShare = 0.14
const linesPerEdge = 3

function edgeLines({ lines, height }: PdfPage): readonly PageLine[] {
  const top: PageLine[] = []
  const bottom: PageLine[] = []
  for (const line of lines) {
    if (!line.isUpright) continue
    if (line.baseline > height * (1 - edgeShare)) top.push(line)
    else if (line.baseline < height * edgeShare) bottom.push(line)
  }
  return [
    ...top.sort((a, b) => b.baseline - a.baseline).slice(0, linesPerEdge),
    ...bottom.sort((a, b) => a.baseline - b.baseline).slice(0, linesPerEdge),
  ]
}

/** What makes two lines the same head: for all pages, for those of one side, and by their number. */
function keysOf(line: PageLine, { number, height }: PdfPage): readonly string[] {
  const place = Math.round((line.baseline > height / 2 ? height - line.baseline : line.baseline) / 4)
  const edge = `${line.baseline > height / 2 ? 'top' : 'bottom'} ${place}`
  const words = `${edge} ${wordsOf(line.text)}`
  const counted = /^\d{1,4}\b|\b\d{1,4}$/.exec(line.text)?.[0]
  return [
    `all ${words}`,
    `${number % 2 === 0 ? 'even' : 'odd'} ${words}`,
    ...(counted === undefined ? [] : [`count ${edge} ${Number(counted) - number}`]),
  ]
}

function wordsOf(text: string): string {
  return text.toLowerCase().replaceAll(/\d+/g, '#').replaceAll(/\s+/g, ' ')
}

function isOften(count: number, { key, pages }: { key: string; pages: readonly PdfPage[] }): boolean {
  if (count < 2) return false
  if (key.startsWith('all')) return count > pages.length / 2
  if (key.startsWith('count')) return count > pages.length / 2 && count >= 3
  const ofSide = pages.filter(({ number }) => (number % 2 === 0) === key.startsWith('even')).length
  return count >= 3 && count > ofSide / 2
}
