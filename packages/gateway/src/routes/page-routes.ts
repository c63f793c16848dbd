import type { Context } from 'hono'
import type { AgentsPageOptions } from '../page/agents-page.ts'
import { agentsPage, pagePolicy } from '../page/agents-page.ts'
import type { SearchSources } from '../search/answer-search.ts'
import { findFitting } from '../search/find-fitting.ts'
import { mostQueryCharacters } from '../search/search-request.ts'
import type { Env, RouteContext } from './route-context.ts'

/**
 * Adds the page for people, with its search.
 *
 * @param context - Gets the routes; what is published.
 * @param options - `find`; `base` address, with a slash at its end; `secured`: whether a token is asked for.
 */
export function addPageRoutes(
  { app, published }: RouteContext,
  { find, base, secured }: { readonly find: SearchSources['find']; readonly base: string; readonly secured: boolean },
): void {
  const page = async (context: Context<Env>, found?: AgentsPageOptions['search']): Promise<Response> => {
    const { agents } = await published()
    context.header('content-security-policy', pagePolicy)
    context.header('cache-control', 'no-store')
    return context.html(await agentsPage({ agents, search: found, secured }))
  }
  app.get('/', async (context) => {
    context.header('vary', 'Accept')
    context.header('link', `<${base}.well-known/ai-catalog.json>; rel="ai-catalog"`)
    const wantsPage = context.req.header('accept')?.includes('text/html') === true
    return wantsPage ? await page(context) : context.text(`${base}.well-known/ai-catalog.json\n`)
  })
  app.get('/find', async (context) => {
    const query = (context.req.query('q') ?? '').trim().slice(0, mostQueryCharacters)
    if (query === '') return context.redirect('.', 303)
    const { agents } = await published()
    const fits = ({ id }: { readonly id: string }): boolean => agents.has(id)
    const { signal } = context.req.raw
    return await page(context, { query, found: await findFitting(query, { find, fits, count: 10, top: 10, signal }) })
  })
}
