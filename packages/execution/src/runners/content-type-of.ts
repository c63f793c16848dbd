import { extname } from 'node:path'

const contentTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.epub': 'application/epub+zip',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.jsonl': 'application/x-ndjson',
  '.markdown': 'text/markdown',
  '.md': 'text/markdown',
  '.mp3': 'audio/mpeg',
  '.ndjson': 'application/x-ndjson',
  '.org': 'text/org',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.srt': 'application/x-subrip',
  '.tsv': 'text/tab-separated-values',
  '.txt': 'text/plain',
  '.vtt': 'text/vtt',
  '.wav': 'audio/wav',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.zip': 'application/zip',
}

/** The media type of a file by its ending. */
export function contentTypeOf(path: string): string {
  return contentTypes[extname(path).toLowerCase()] ?? 'application/octet-stream'
}
