import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { resolveInside } from '@datacortex/platform'
import type { Hono } from 'hono'
import type { Client } from '../http/clients.ts'
import { failedOperation } from '../http/failed-operation.ts'
import { absent } from '../http/refusal.ts'
import type { Env } from './route-context.ts'

/**
 * Adds files for who may read what they belong to: `GET /api/research/RUN/audio`, the podcast of a run of research, and
 * `GET /api/notes/attachment?note=NOTE&path=PATH`, what a note shows or links to.
 */
export function addFileRoutes(app: Hono<Env>): void {
  app.get('/api/research/:run/audio', async (context) => {
    const { client } = context.var
    try {
      const { result } = await client.space.research.report({ run: context.req.param('run') })
      const path = result?.audio_path ?? ''
      const type = sounds[/\.\w+$/.exec(path)?.[0] ?? '']
      if (type === undefined || result?.gone?.includes(path) === true) return absent()
      return await sent(client, { path, type, isShown: true })
    } catch (error) {
      return failedOperation(error, client)
    }
  })
  app.get('/api/notes/attachment', async (context) => {
    const { client } = context.var
    try {
      const { note = '', path: asked = '' } = context.req.query()
      const { path, type, is_shown: isShown } = await client.space.notes.attachment({ note, path: asked })
      return await sent(client, { path, type, isShown })
    } catch (error) {
      return failedOperation(error, client)
    }
  })
}

type Sent = { readonly path: string; readonly type: string; readonly isShown: boolean }

/** A file as it is, of which a browser makes no page of this server: what could run is saved. */
async function sent({ space: { paths } }: Client, { path, type, isShown }: Sent): Promise<Response> {
  const place = await resolveInside(paths.root, path)
  // A link may have been put there since, and a pipe would be waited for.
  const handle = await open(place, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  const found = await handle.stat()
  if (!found.isFile()) {
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

const sounds: Readonly<Record<string, string | undefined>> = {
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
}
