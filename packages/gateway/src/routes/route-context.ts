import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Published } from '@datacortex/space/published'

/** What each request has beside itself: what Node has of it. */
export type Env = { Bindings: HttpBindings }

/** Routes, and what is published at the moment, to which they lead. */
export type RouteContext = {
  readonly app: Hono<Env>
  readonly published: () => Promise<Published>
}
