import type { Hono } from 'hono'
import type { Client } from '../http/clients.ts'
import { eventResponse, presenceOf } from '../http/event-stream.ts'
import { absent } from '../http/refusal.ts'
import type { Works } from '../own-page/works.ts'
import type { Env } from './route-context.ts'

/** Whose works are kept under which name: none of the user is anyone else's, whatever a token is called. */
export function ownerOf({ isOwn, name }: Pick<Client, 'isOwn' | 'name'>): string {
  return isOwn ? 'user' : `token ${name}`
}

/**
 * Adds what was begun with `Prefer: respond-async`: `GET /api/works` lists it, `GET /api/works/ID` says all that it said and
 * says, from the first event or after `Last-Event-ID`, and `DELETE` stops it.
 */
export function addWorkRoutes(app: Hono<Env>, works: Works): void {
  app.get('/api/works', (context) => context.json({ works: works.list(ownerOf(context.var.client)) }, 200, unkept))
  app.get('/api/works/:id', (context) => {
    const presence = presenceOf(context.req.raw)
    const after = Number.parseInt(context.req.header('last-event-id') ?? '0', 10) || 0
    const events = works.events(ownerOf(context.var.client), context.req.param('id'), { after, ...presence })
    if (events === undefined) return absent()
    return eventResponse(events, { ...presence, wrap: ({ event }) => event, idOf: ({ id }) => id })
  })
  app.delete('/api/works/:id', (context) =>
    works.stop(ownerOf(context.var.client), context.req.param('id')) ? context.body(null, 204) : absent(),
  )
}

const unkept = { 'cache-control': 'no-store' }
