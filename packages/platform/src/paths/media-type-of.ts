import { extname } from 'node:path'

/**
 * The media type of a file by the ending of its name; of one that is not known, that of mere bytes.
 * @example mediaTypeOf('reports/Bees.PDF') // 'application/pdf'
 * @see https://www.iana.org/assignments/media-types
 */
export function mediaTypeOf(path: string): string {
  const ending = extname(path).slice(1).toLowerCase()
  return (Object.hasOwn(types, ending) ? types[ending] : undefined) ?? 'application/octet-stream'
}

const types: Readonly<Record<string, string | undefined>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  epub: 'application/epub+zip',
  flac: 'audio/flac',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  m4a: 'audio/mp4',
  markdown: 'text/markdown',
  md: 'text/markdown',
  mp3: 'audio/mpeg',
  ndjson: 'application/x-ndjson',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  org: 'text/org',
  pdf: 'application/pdf',
  png: 'image/png',
  srt: 'application/x-subrip',
  svg: 'image/svg+xml',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  vtt: 'text/vtt',
  wav: 'audio/wav',
  webp: 'image/webp',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  zip: 'application/zip',
}
