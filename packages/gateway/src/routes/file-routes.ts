import { mediaTypeOf } from '@datacortex/platform'
import type { Hono } from 'hono'
import { answerFile } from '../http/answer-file.ts'
import { absent } from '../http/refusal.ts'
import type { Env } from './route-context.ts'

/**
 * Adds files for who may read what they belong to: `GET /api/research/RUN/audio`, the podcast of a run of research, and
 * `GET /api/notes/attachment?note=NOTE&path=PATH`, what a note shows or links to.
 */
export function addFileRoutes(app: Hono<Env>): void {
  app.get('/api/research/:run/audio', async (context) => {
    const { space } = context.var.client
    const { result } = await space.research.report({ run: context.req.param('run') })
    const path = result?.audio_path ?? ''
    const type = mediaTypeOf(path)
    if (!type.startsWith('audio/') || result?.gone?.includes(path) === true) return absent()
    return await answerFile(space.paths.root, { path, type, isShown: true })
  })
  app.get('/api/notes/attachment', async (context) => {
    const { space } = context.var.client
    const { note = '', path: asked = '' } = context.req.query()
    const { path, type, is_shown: isShown } = await space.notes.attachment({ note, path: asked })
    return await answerFile(space.paths.root, { path, type, isShown })
  })
}
