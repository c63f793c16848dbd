import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { resolveInside } from '@datacortex/platform'
import type { Hono } from 'hono'
import { failedOperation } from '../http/failed-operation.ts'
import { absent } from '../http/refusal.ts'
import type { Env } from './route-context.ts'

/** Adds the podcast of a run of research: `GET /api/research/RUN/audio`, for who may read the run. */
export function addAudioRoute(app: Hono<Env>): void {
  app.get('/api/research/:run/audio', async (context) => {
    const { client } = context.var
    try {
      const { result } = await client.space.research.report({ run: context.req.param('run') })
      const path = result?.audio_path ?? ''
      const type = types[/\.\w+$/.exec(path)?.[0] ?? '']
      if (type === undefined || result?.gone?.includes(path) === true) return absent()
      const file = await resolveInside(client.space.paths.root, path)
      const { size } = await stat(file)
      const headers = { 'content-type': type, 'content-length': String(size), 'cache-control': 'no-store' }
      return new Response(Readable.toWeb(createReadStream(file)) as ReadableStream, { headers })
    } catch (error) {
      return failedOperation(error, client)
    }
  })
}

const types: Readonly<Record<string, string | undefined>> = {
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
}
