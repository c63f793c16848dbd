import { expect, test } from 'vitest'
import { mediaTypeOf } from './media-type-of.ts'

test.each([
  ['reports/Bees.PDF', 'application/pdf'],
  ['a.epub', 'application/epub+zip'],
  ['a.jsonl', 'application/x-ndjson'],
  ['a.ndjson', 'application/x-ndjson'],
  ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['a.b/c.opus', 'audio/ogg'],
  ['a.svg', 'image/svg+xml'],
  ['a.vtt', 'text/vtt'],
  ['a.constructor', 'application/octet-stream'],
  ['.md', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('%j is %s', (path, type) => expect(mediaTypeOf(path)).toBe(type))
