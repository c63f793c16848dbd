import { createHash } from 'node:crypto'
import type { PublishedText } from '@datacortex/space/published'

/** Bytes that are published under an address, with what caches need to know of them. */
export type Document = {
  readonly body: Buffer<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>> & {
    readonly etag: string
    readonly 'last-modified': string
    readonly 'cache-control': string
    readonly 'content-type': string
  }
}

/** What a document says of itself. */
export type DocumentOptions = PublishedText & {
  /** Whether others than the caller may keep it. */
  readonly isPublic: boolean
}

// Long enough to spare requests, short enough that an edit of the registry is seen soon.
const maxAgeSeconds = 60

/** A text that can be published. */
export function textDocument({ text, contentType, modifiedAt, isPublic }: DocumentOptions): Document {
  const body = Buffer.from(text)
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27)
  return {
    body,
    headers: {
      'content-type': contentType,
      'content-length': String(body.byteLength),
      etag: `"${hash}"`,
      'last-modified': modifiedAt.toUTCString(),
      'cache-control': `${isPublic ? 'public' : 'private'}, max-age=${maxAgeSeconds}`,
    },
  }
}

/** The headers of a request by which a document may turn out to be known already. */
export type Conditions = {
  readonly ifNoneMatch: string | undefined
  readonly ifModifiedSince: string | undefined
}

/** Whether the client has this very document already. `conditions`: of the request. */
export function isKnown({ headers }: Document, { ifNoneMatch, ifModifiedSince }: Conditions): boolean {
  if (ifNoneMatch !== undefined) {
    const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    return tags.includes('*') || tags.includes(headers.etag)
  }
  return ifModifiedSince !== undefined && Date.parse(headers['last-modified']) === Date.parse(ifModifiedSince)
}
