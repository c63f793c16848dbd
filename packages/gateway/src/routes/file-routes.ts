import { mediaTypeOf } from '@datacortex/platform'
import type { Hono } from 'hono'
import { answerFile } from '../http/answer-file.ts'
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
      const type = mediaTypeOf(path)
      if (!type.startsWith('audio/') || result?.gone?.includes(path) === true) return absent()
      return await answerFile(client.space.paths.root, { path, type, isShown: true })
    } catch (error) {
      return failedOperation(error, client)
    }
  })
  app.get('/api/notes/attachment', async (context) => {
    const { client } = context.var
    try {
      const { note = '', path: asked = '' } = context.req.query()
      const { path, type, is_shown: isShown } = await client.space.notes.attachment({ note, path: asked })
      return await answerFile(client.space.paths.root, { path, type, isShown })
    } catch (error) {
      return failedOperation(error, client)
    }
  })
}
