import { extname } from 'node:path'

/**
 * The media type of a file by the ending of its name; of one that is not known, that of mere bytes.
 * @example mediaTypeOf('reports/Bees.PDF') // 'application/pdf'
 * @see https://www.iana.org/assignments/media-types
 */
export function mediaTypeOf(path: string): string {
  return types.get(extname(path).slice(1).toLowerCase()) ?? 'application/octet-stream'
}

/** Each type with its endings. */
const known =
  'application/epub+zip epub application/json json application/pdf pdf application/x-ndjson jsonl ndjson ' +
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document docx application/x-subrip srt ' +
  'application/xml xml application/yaml yaml yml application/zip zip audio/flac flac audio/mp4 m4a audio/mpeg mp3 ' +
  'audio/ogg ogg opus audio/wav wav image/avif avif image/bmp bmp image/gif gif image/jpeg jpeg jpg image/png png ' +
  'image/svg+xml svg image/webp webp text/csv csv text/html htm html text/markdown markdown md text/org org ' +
  'text/plain txt text/tab-separated-values tsv text/vtt vtt'

const types: ReadonlyMap<string, string> = new Map(
  [...known.matchAll(/(\S+\/\S+)((?: [^\s/]+)+)(?= |$)/g)].flatMap(([, type = '', endings = '']) =>
    endings
      .trim()
      .split(' ')
      .map((ending) => [ending, type] as const),
  ),
)
