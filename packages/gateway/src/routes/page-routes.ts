import { agentRelations } from '@datacortex/space/published'
import type { Context } from 'hono'
import { absent } from '../http/refusal.ts'
import { agentPage } from '../page/agent-page.ts'
import { agentsPage } from '../page/agents-page.ts'
import { noticePage } from '../page/page-frame.ts'
import { pagePolicy } from '../page/page-style.ts'
import type { Env, RouteContext } from './route-context.ts'

type PageRouteOptions = { readonly base: string; readonly secured: boolean }

/** Adds the pages for people: the list, and one for each agent. */
export function addPageRoutes({ app, published }: RouteContext, options: PageRouteOptions): void {
  const { base, secured } = options
  app.get('/', async (context) => {
    context.header('link', `<${base}.well-known/ai-catalog.json>; rel="ai-catalog"`)
    if (!wantsPage(context)) return context.text(`${base}.well-known/ai-catalog.json\n`)
    const { agents } = await published()
    const page = Number.parseInt(context.req.query('page') ?? '1', 10) || 1
    return show(context, await agentsPage({ agents, page, secured, base }))
  })
  app.get('/agents/:id/', async (context) => {
    const documents = await published()
    const name = context.req.param('id')
    const agent = documents.agentOf(name)
    const isForPeople = wantsPage(context)
    if (agent === undefined) {
      if (!isForPeople) return absent()
      context.status(404)
      const text = 'No agent of this name is published here. It may have been renamed or removed.'
      const title = 'There is no such agent'
      return show(context, await noticePage({ title, home: '../../', text }))
    }
    if (agent.id !== name) return context.redirect(`../${agent.id}/`, 308)
    if (!isForPeople) return context.text(`${base}agents/${agent.id}/.well-known/agent-card.json\n`)
    const relations = agentRelations(agent, documents)
    const identities = documents.identitiesOf(agent)
    return show(context, await agentPage({ agent, relations, identities, secured, base }))
  })
  // Where people get who cut an address short; programs learn from the search that there is nothing.
  app.get('/agents', async (context, next) => (wantsPage(context) ? context.redirect('./', 303) : await next()))
  // With a slash at its end, as clients of A2A need the address from which they find the card.
  app.get('/agents/:id', (context) => context.redirect(`${encodeURIComponent(context.req.param('id'))}/`, 308))
}

function wantsPage(context: Context<Env>): boolean {
  context.header('vary', 'Accept, Origin')
  return context.req.header('accept')?.includes('text/html') === true
}

function show(context: Context<Env>, page: string): Response {
  context.header('content-security-policy', pagePolicy)
  context.header('cache-control', 'no-store')
  context.header('x-content-type-options', 'nosniff')
  context.header('referrer-policy', 'no-referrer')
  return context.html(page)
}
