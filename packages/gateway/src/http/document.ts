import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { PublishedText } from '@datacortex/space/published'

export type Document = ReturnType<typeof textDocument>

// Long enough to spare requests, short enough that an edit of the registry is seen soon.
const maxAgeSeconds = 60

const mostText = 32_000

/** `isPublic`: whether others than the caller may keep it. */
export function textDocument({ text, contentType, modifiedAt }: PublishedText, { isPublic }: { isPublic: boolean }) {
  const bytes = Buffer.from(text)
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  return {
    // Text leaves in one write with its head; what is long would be encoded anew each time, so it is bytes.
    body: bytes.byteLength > mostText ? bytes : text,
    headers: {
      vary: 'Origin',
      'content-type': contentType,
      'content-length': String(bytes.byteLength),
      etag: `"${hash}"`,
      'last-modified': modifiedAt.toUTCString(),
      'cache-control': `${isPublic ? 'public' : 'private'}, max-age=${maxAgeSeconds}`,
    },
  }
}

/** Whether the client has this very document already, by the headers of its request. */
export function isKnown({ headers }: Document, asked: IncomingHttpHeaders): boolean {
  const { 'if-none-match': known, 'if-modified-since': since } = asked
  if (known !== undefined) {
    const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    return tags.includes('*') || tags.includes(headers.etag)
  }
  return since !== undefined && Date.parse(headers['last-modified']) === Date.parse(since)
}
