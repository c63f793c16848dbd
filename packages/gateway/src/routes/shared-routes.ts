import type { Hono } from 'hono'
import { type BodyLimits, readBody } from '../http/read-json-body.ts'
import { refuse } from '../http/refusal.ts'
import type { Env } from './route-context.ts'

/**
 * Adds what agents share, for agents without a common disk: `GET /acas/v1/knowledge`, and a Markdown file below it with
 * its ETag, that `PUT` replaces by `If-Match` or makes by `If-None-Match: *`.
 */
export function addSharedRoutes(app: Hono<Env>, { limits }: { readonly limits: BodyLimits }): void {
  const place = '/acas/v1/knowledge'
  app.get(place, async (context) => {
    const { signal } = context.req.raw
    return context.json(await context.var.client.space.shared.read({}, { signal }), 200, unkept)
  })
  app.get(`${place}/:topic`, async (context) => {
    const { signal } = context.req.raw
    const asked = { topic: context.req.param('topic') }
    const { files } = await context.var.client.space.shared.read(asked, { signal })
    const etag = `"${files[0]?.etag}"`
    const headers = { ...unkept, etag, 'content-type': 'text/markdown; charset=utf-8' }
    if (tagsOf(context.req.header('if-none-match')).includes(etag)) return new Response(null, { status: 304, headers })
    return new Response(files[0]?.text, { headers })
  })
  app.put(`${place}/:topic`, async (context) => {
    const { raw } = context.req
    const match = tagsOf(context.req.header('if-match'))
    const isNew = context.req.header('if-none-match')?.trim() === '*'
    const [etag] = match.map((tag) => /^"([0-9a-f]{64})"$/.exec(tag)?.[1] ?? tag)
    if (isNew ? match.length > 0 : match.length !== 1 || etag === '*') {
      const message = 'Send If-Match with the ETag of what it replaces, or If-None-Match: *.'
      return refuse({ status: 428, message })
    }
    const text = await readBody(raw, limits)
    const asked = { topic: context.req.param('topic'), text, ...(isNew ? {} : { etag }) }
    const written = await context.var.client.space.shared.write(asked, { signal: raw.signal })
    return context.json(written, written.created ? 201 : 200, { ...unkept, etag: `"${written.etag}"` })
  })
}

const unkept = { 'cache-control': 'no-store' }

function tagsOf(header: string | undefined): readonly string[] {
  return header?.split(',').map((tag) => tag.trim()) ?? []
}
