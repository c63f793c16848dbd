import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { resolveInside } from '@datacortex/platform'
import { absent } from './refusal.ts'

export type ServedFile = {
  /** Relative to the root of the space. */
  readonly path: string
  readonly type: string
  /** Whether a browser shows it where it stands. */
  readonly isShown: boolean
  /** How it was when it was offered; one that has changed since is not there any more. */
  readonly as?: { readonly size: number; readonly mtimeMs: number } | undefined
}

/** A file as it is, of which a browser makes no page of this server: what could run is saved. */
export async function answerFile(root: string, { path, type, isShown, as }: ServedFile): Promise<Response> {
  const place = await resolveInside(root, path)
  // A link may have been put there since, and a pipe would be waited for.
  const handle = await open(place, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  const found = await handle.stat()
  const isOther = as !== undefined && (as.size !== found.size || as.mtimeMs !== found.mtimeMs)
  if (!found.isFile() || isOther) {
    await handle.close()
    return absent()
  }
  const name = encodeURIComponent(path.slice(path.lastIndexOf('/') + 1)).replaceAll("'", '%27')
  const headers = {
    'content-type': type,
    'content-length': String(found.size),
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
    'content-security-policy': `default-src 'none'; sandbox`,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  }
  if (found.size === 0) {
    await handle.close()
    return new Response('', { headers })
  }
  const stream = handle.createReadStream({ end: found.size - 1 })
  return new Response(Readable.toWeb(stream) as ReadableStream, { headers })
}
