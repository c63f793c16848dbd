import { EventEmitter, on } from 'node:events'
import type { Hono } from 'hono'
import { eventResponse, presenceOf } from '../http/event-stream.ts'
import type { Env } from './route-context.ts'

/** Adds `GET /api/changes`: what changes in the space, no matter who writes it, as events until the client leaves. */
export function addChangeRoutes(app: Hono<Env>, { signal: ended }: { readonly signal: AbortSignal }): void {
  app.get('/api/changes', async (context) => {
    const presence = presenceOf(context.req.raw)
    const signal = AbortSignal.any([presence.signal, ended])
    const source = new EventEmitter()
    const changes = on(source, 'change', { signal, close: ['end'] })
    await context.var.client.space.followFiles({
      signal,
      onChange: (change) => source.emit('change', { type: 'changed', ...change }),
      onError: () => source.emit('end'),
    })
    // What changed before is not told: who hears this asks again.
    source.emit('change', { type: 'watching' })
    return eventResponse(untilEnd(changes, signal), presence)
  })
}

async function* untilEnd(changes: AsyncIterable<unknown>, signal: AbortSignal): AsyncGenerator {
  try {
    for await (const change of changes) yield (change as readonly unknown[])[0]
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
