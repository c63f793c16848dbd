import { absent } from '../http/refusal.ts'
import type { RouteContext } from './route-context.ts'

/** Adds where documents were, or are under another name of their agent: each leads to where it is. */
export function addMovedDocuments({ app, published }: RouteContext): void {
  // Relative, so that a path which a proxy put before stays.
  app.get('/.well-known/agent.json', (context) => context.redirect('agent-card.json', 308))
  app.get('/agents/:id/.well-known/agent.json', (context) => context.redirect('agent-card.json', 308))
  for (const place of ['.well-known/agent-card.json', 'agent-registration.json'])
    app.get(`/agents/:id/${place}`, async (context) => {
      const name = context.req.param('id')
      const id = (await published()).agentOf(name)?.id
      // Under its own id a document was answered before it came here.
      if (id === undefined || id === name) return absent()
      return context.redirect(`${'../'.repeat(place.split('/').length)}${id}/${place}`, 308)
    })
}
