import type { Context } from 'hono'
import { absent } from '../http/refusal.ts'
import type { Env, RouteContext } from './route-context.ts'

/** Adds where documents were, or are under another name of their agent: each leads to where it is. */
export function addMovedDocuments({ app, published }: RouteContext): void {
  // Relative, so that a path which a proxy put before stays.
  app.get('/.well-known/agent.json', (context) => context.redirect('agent-card.json', 308))
  app.get('/agents/:id/.well-known/agent.json', (context) => context.redirect('agent-card.json', 308))
  // Under its own id a document was answered before it came here.
  const moved = async (context: Context<Env>, placeUnder: (id: string) => string): Promise<Response> => {
    const name = context.req.param('id') ?? ''
    const id = (await published()).agentOf(name)?.id
    return id === undefined || id === name ? absent() : context.redirect(placeUnder(id), 308)
  }
  app.get('/agents/:id/.well-known/agent-card.json', async (context) => {
    return await moved(context, (id) => `../../${id}/.well-known/agent-card.json`)
  })
  app.get('/agents/:id/agent-registration.json', async (context) => {
    return await moved(context, (id) => `../${id}/agent-registration.json`)
  })
}
