import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { Published } from '@datacortex/space/published'
import type { Client } from '../http/clients.ts'

/** What each request has beside itself: what Node has of it, and whose it is, unless it is for a document. */
export type Env = { Bindings: HttpBindings; Variables: { client: Client } }

export type RequestContext = Context<Env>

/** Routes, and what is published at the moment, to which they lead. */
export type RouteContext = {
  readonly app: Hono<Env>
  readonly published: () => Promise<Published>
}
