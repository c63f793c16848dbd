import type { FoundNotes } from '@datacortex/space'
import { belowLimit, count, duration, scoreText, shorten } from '@datacortex/wording'
import { fittedColumns, outputWidth, room } from './fitted-columns.ts'
import { matchingLine } from '@datacortex/space/words'

/** What a search gave, as far as people are shown it. */
export type SearchAnswer = Pick<FoundNotes, 'query' | 'took_ms' | 'tier' | 'results' | 'remarks' | 'skipped'>

type FoundNote = SearchAnswer['results'][number]

/** Search results as people read them: rank, title, score, how each was reached and where it stands. */
export function searchLines(
  { query, results, remarks, skipped, tier, took_ms: tookMs }: SearchAnswer,
  {
    narrowed = [],
    width = outputWidth(),
  }: { readonly narrowed?: readonly string[] | undefined; readonly width?: number | undefined } = {},
): readonly string[] {
  const titles = new Map(results.flatMap((hit) => (hit.path === undefined ? [] : [[hit.path, hit.title] as const])))
  const rows = fittedColumns(
    results.map((hit, index) => [
      String(index + 1).padStart(2),
      shorten(hit.title, 48),
      scoreText(hit.score),
      reached(hit, titles),
      place(hit),
    ]),
    { width, flexible: [3, 4, 1], paths: [4] },
  )
  return [
    ...results.flatMap((hit, index) => [rows[index] ?? '', ...said(hit, { query, width })]),
    ...chanceLines(results),
    ...remarks.map((remark) => `note       ${remark}`),
    ...skipped.map(({ source, reason }) => `skipped    ${source}  ${reason}`),
    ...(results.length === 0
      ? [['nothing found', ...(narrowed.length === 0 ? [] : ['with', ...narrowed])].join(' ')]
      : []),
    [...(tier === undefined ? [] : [tierNames[tier] ?? tier]), duration(tookMs)].join(' · '),
  ]
}

/** Something is always nearest. */
function chanceLines(results: readonly FoundNote[]): readonly string[] {
  const best = Math.max(...results.map(({ score }) => score))
  return results.length === 0 || best >= realHit
    ? []
    : [`note       likely nothing fits: the best score is ${belowLimit(best, realHit)}`]
}

/** See `calibrateScore` of the memory. */
const realHit = 0.5

/** One line of what a note says about the query; what has no file to look into may say more. */
function said(
  { path, title, snippet }: FoundNote,
  { query, width }: { readonly query: string; readonly width: number | undefined },
): readonly string[] {
  const lines = path === undefined ? 2 : 1
  const text = path === undefined ? snippet.replaceAll(/\s+/g, ' ').trim() : matchingLine(snippet, { query, title })
  if (text === '' || text === title) return []
  return [`    ${shorten(text, room(lines * longestLine, { width: width && lines * width, used: 4 * lines }))}`]
}

/** What a line of a terminal has room for, without the space before it. */
const longestLine = 78

function reached(hit: FoundNote, titles: ReadonlyMap<string, string>): string {
  const { hop, via, way = 'link', origin, type, date, earlier, state } = hit
  const stale = state === undefined ? [] : [stateWords[state]]
  if (hop === 0) {
    const remembered = type === sessionMemory || hit.path === undefined
    return [
      ...(remembered ? [`remembered ${date ?? ''}`.trimEnd()] : []),
      ...(earlier === true ? ['earlier version'] : []),
      ...(hit.copies === undefined ? [] : [count(hit.copies.length, 'copy', 'copies')]),
      ...(hit.copy_of === undefined ? [] : [`copy of ${noteName(hit.copy_of)}`]),
      ...stale,
    ].join(' · ')
  }
  const from = via?.at(-1)
  const source = from === undefined ? origin : (titles.get(from) ?? noteName(from))
  return [`↳ ${wayWords[way]} ${source}`, ...stale].join(' · ')
}

/** What is shown is what was indexed. */
const stateWords = { changed: 'changed since', missing: 'not there any more' } as const

const wayWords = { link: 'linked from', backlink: 'links to', tag: 'shares a tag with' } as const

const sessionMemory = 'session-memory'

/** Linked notes name where they come from; what matched says where it stands. */
function place({ hop, path, start }: FoundNote): string {
  if (hop > 0 || path === undefined) return ''
  return start === undefined ? path : `${path}:${start}`
}

function noteName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:md|markdown|org)$/i, '')
}

const tierNames: Readonly<Record<string, string>> = {
  tier0_working: 'from this session',
  tier1_hot: 'from what was used lately',
  tier2_warm: 'from the index',
  tier3_cold: 'from the files',
}
