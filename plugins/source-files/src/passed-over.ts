import { wordSet } from '@datacortex/text'
/** Files of a folder that are not searched: how many have which ending. */
export type PassedOver = ReadonlyMap<string, number>

/** Counts files by their endings, the most frequent first. Hidden files, which no person put there, are left out. */
export function countPassedOver(paths: readonly string[]): PassedOver {
  const names = paths.map((path) => path.slice(path.lastIndexOf('/') + 1)).filter((name) => !name.startsWith('.'))
  const groups = Map.groupBy(names, (name) => usualEnding.exec(name)?.[0].toLowerCase() ?? otherEnding)
  const counts = Array.from(groups, ([ending, some]) => [ending, some.length] as const)
  return new Map(counts.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)))
}

export function passedOverWords(passedOver: PassedOver): string {
  const parts = [...passedOver].map(([ending, count]) => `${count} ${ending}`)
  const rest = [...passedOver.values()].slice(mostNamed).reduce((sum, count) => sum + count, 0)
  return [...parts.slice(0, mostNamed), ...(rest === 0 ? [] : [`${rest} of other endings`])].join(', ')
}

/** How many of them may hold words: pictures and sounds beside notes are no news at every search. */
export function countTexts(passedOver: PassedOver): number {
  return [...passedOver].reduce((sum, [ending, count]) => (media.has(ending) ? sum : sum + count), 0)
}

const mostNamed = 6
const otherEnding = 'without a usual ending'
/** Of what a name may hold, only this is fit to be shown. */
const usualEnding = /\.[\p{L}\p{N}]{1,10}$/u
const media: ReadonlySet<string> = wordSet(
  '.png .jpg .jpeg .gif .webp .avif .bmp .tif .tiff .heic .svg .ico .mp3 .m4a .wav .ogg .opus .flac .aac .mp4 .mov .webm .mkv .avi',
  '.css .js .woff .woff2 .ttf .otf',
)
